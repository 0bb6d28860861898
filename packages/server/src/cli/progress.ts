/** Shows how far a long piece of work is: a bar on a terminal, plain lines elsewhere. */
import type { Terminal } from './terminal.ts'

export interface Progress {
  /** How much is done, in the unit of the total. */
  update(done: number): void
  /** Takes the bar away, so that what follows starts on a clean line. */
  end(): void
}

/** Work that is over sooner shows nothing. */
const quietTime = 1_000
const barInterval = 100
const lineInterval = 5_000
const barWidth = 24

export interface Work {
  label: string
  /** Undefined where nobody knows. */
  total: number | undefined
  unit: 'items' | 'bytes'
}

export function startProgress(
  { stderr }: Pick<Terminal, 'stderr'>,
  work: Work,
  now: () => number = Date.now,
): Progress {
  const started = now()
  const isTerminal = stderr.isTTY === true
  const interval = isTerminal ? barInterval : lineInterval
  let nextShow = started + quietTime
  let isShown = false
  return {
    update(done) {
      const time = now()
      if (time < nextShow) return
      nextShow = time + interval
      isShown = true
      const line = describe(work, done, (time - started) / 1000)
      stderr.write(isTerminal ? `\r\u001B[2K${bar(work, done)}${line}` : `${line}\n`)
    },
    end() {
      if (isShown && isTerminal) stderr.write('\r\u001B[2K')
      isShown = false
    },
  }
}

function bar({ total }: Work, done: number): string {
  if (!total) return ''
  const filled = Math.round(Math.min(1, done / total) * barWidth)
  return `[${'#'.repeat(filled)}${'-'.repeat(barWidth - filled)}] `
}

function describe(work: Work, done: number, seconds: number): string {
  const rate = seconds > 0 ? done / seconds : 0
  const parts = [`${work.label}: ${amount(done, work.unit)}`]
  if (work.total) {
    parts[0] += ` of ${amount(work.total, work.unit)} (${Math.floor((100 * done) / work.total)} %)`
  }
  parts.push(`${amount(Math.round(rate), work.unit)}/s`)
  if (work.total && rate > 0) parts.push(`${duration((work.total - done) / rate)} left`)
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
