import { arch, cpus, release, totalmem, type } from 'node:os'
import type { Machine } from './results.ts'

export function thisMachine(pace: { seconds: number; rounds: number }): Machine {
  const all = cpus()
  return {
    processor: `${all[0]?.model ?? 'unknown'} (${arch()})`,
    cores: all.length,
    memoryGigabytes: Math.round(totalmem() / 1024 ** 3),
    system: `${type()} ${release()}`,
    node: process.version,
    date: new Date().toISOString().slice(0, 10),
    ...pace,
  }
}
