/** Time and disk space of a run: estimated before, measured after. */
import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Pace } from '../measure-reads.ts'
import { readNames } from '../operations.ts'

/** Measured on two busy cores, including data sets. Compiling one package takes most of the time. */
const installMinutes = 20
const installGigabytes = 3.5

export function estimate(pace: Pace, contenders: number, isInstalled: boolean): string {
  const operations = readNames.length + 1
  const measuring = (contenders * operations * (pace.rounds + 1) * pace.seconds) / 60
  const minutes = Math.ceil(measuring + 2)
  const install = isInstalled
    ? 'The peers are installed.'
    : `Installing takes up to ${installMinutes} minutes and ${installGigabytes} GB before that, once.`
  return `This takes about ${minutes} minutes. ${install}`
}

export function gigabytesOf(folder: string): number {
  return bytesIn(folder) / 1e9
}

function bytesIn(path: string): number {
  if (!existsSync(path)) return 0
  return readdirSync(path, { withFileTypes: true }).reduce((sum, entry) => {
    const inside = join(path, entry.name)
    return sum + (entry.isDirectory() ? bytesIn(inside) : lstatSync(inside).blocks * 512)
  }, 0)
}
