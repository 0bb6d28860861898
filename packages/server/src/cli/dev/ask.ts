import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import type { Terminal } from '../terminal.ts'

/** Whether a person is there to respond. */
export function canAsk({ stdin }: Terminal): boolean {
  return stdin.isTTY === true
}

/** A question with yes or no; everything but yes is no, the end of the input and the signal too. */
export async function ask(
  { stdin, stderr }: Terminal,
  question: string,
  signal: AbortSignal,
): Promise<boolean> {
  // Not as a terminal: Ctrl-C stays a signal to the process.
  const lines = createInterface({ input: stdin, output: stderr, terminal: false })
  const closed = once(lines, 'close').then(() => '')
  const typed = lines.question(`${question} [y/N] `, { signal }).catch(() => '')
  const reply = await Promise.race([typed, closed])
  lines.close()
  // The next line must not follow the question.
  if (signal.aborted) stderr.write('\n')
  return /^\s*y(es)?\s*$/i.test(reply)
}
