/** Processor time and memory of a process and its children. Linux only; undefined elsewhere. */
import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = 100
const mebibyte = 1024

/** A process and all its descendants. */
function familyOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    textOf(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  )
  return [pid, ...children.flatMap(familyOf)]
}

/** Seconds of processor time so far; undefined if unknown. */
export function processorTime(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined
  const times = familyOf(pid).map((one) => {
    // The program name can contain spaces; numbers follow it.
    const fields = textOf(`/proc/${one}/stat`).split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
  })
  return times.reduce((sum, time) => sum + time, 0)
}

export interface Memory {
  /** Mebibytes of all processes together. Shared pages count once per process. */
  resident: number
  /** Without file-backed pages, such as those of the database, which the system can drop at any time. */
  own: number
}

export function memoryOf(pid: number): Memory | undefined {
  if (process.platform !== 'linux') return undefined
  const sum = (name: string): number =>
    familyOf(pid)
      .map((one) =>
        Number(new RegExp(`${name}:\\s+(\\d+)`).exec(textOf(`/proc/${one}/status`))?.[1]),
      )
      .reduce((total, kibibytes) => total + kibibytes, 0)
  return { resident: sum('VmRSS') / mebibyte, own: sum('RssAnon') / mebibyte }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // The process has just exited.
  }
}
