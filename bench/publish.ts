import type { Report } from './results.ts'

export async function publish(report: Report): Promise<void> {
  console.log(report.machine)
}
