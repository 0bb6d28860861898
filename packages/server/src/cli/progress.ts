/** Shows progress: a bar on a terminal, plain lines elsewhere. */
import type { Terminal } from './terminal.ts'

export interface Progress {
  /** `total` is for work whose size is not known at the start. */
  update(done: number, total?: number): void
  /** Clears the bar, so that the next output starts on an empty line. */
  end(): void
}

/** Shorter work shows no progress. */
const quietTime = 1_000
const barInterval = 100
const lineInterval = 5_000
const barWidth = 24

export interface Work {
  label: string
  /** Omitted if not known yet. */
  total?: number
  unit: 'items' | 'bytes'
}

export function startProgress(
  { stderr }: Pick<Terminal, 'stderr'>,
  work: Work,
  now: () => number = Date.now,
): Progress {
  const isTerminal = stderr.isTTY === true
  const interval = isTerminal ? barInterval : lineInterval
  /** Work of unknown size starts at its first update. */
  let started = work.total === undefined ? undefined : now()
  let nextShow: number | undefined
  let isShown = false
  return {
    update(done, total = work.total) {
      const time = now()
      started ??= time
      if (time < (nextShow ?? started + quietTime)) return
      nextShow = time + interval
      isShown = true
      const line = describe(work, done, total, (time - started) / 1000)
      stderr.write(isTerminal ? `\r\u001B[2K${bar(done, total)}${line}` : `${line}\n`)
    },
    end() {
      if (isShown && isTerminal) stderr.write('\r\u001B[2K')
      isShown = false
    },
  }
}

function bar(done: number, total: number | undefined): string {
  if (!total) return ''
  const filled = Math.round(Math.min(1, done / total) * barWidth)
  return `[${'#'.repeat(filled)}${'-'.repeat(barWidth - filled)}] `
}

function describe({ label, unit }: Work, done: number, total = 0, seconds: number): string {
  const rate = seconds > 0 ? done / seconds : 0
  const part = total && ` of ${amount(total, unit)} (${Math.floor((100 * done) / total)} %)`
  const parts = [`${label}: ${amount(done, unit)}${part || ''}`]
  parts.push(`${amount(Math.round(rate), unit)}/s`)
  if (total && rate > 0) parts.push(`${duration((total - done) / rate)} left`)
  return parts.join(', ')
}

function amount(value: number, unit: Work['unit']): string {
  if (unit === 'bytes') return `${(value / 1e6).toFixed(1)} MB`
  return value.toLocaleString('en')
}

export function duration(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds))
  if (whole < 60) return `${whole} s`
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return `${minutes} min ${whole % 60} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
