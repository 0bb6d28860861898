/** Writes api.md, the API report, of each published package: `npm run api`. */
import { writeFileSync } from 'node:fs'
import { apiReport, reportPath } from './pack/api-report.ts'
import { publishedPackages } from './pack/packages.ts'

for (const published of publishedPackages) {
  writeFileSync(reportPath(published), apiReport(published))
}
