/** Reads passwords from a hidden prompt, or from stdin if that is not a terminal. */
import type { Readable } from 'node:stream'
import { CommandError } from './command.ts'
import type { Terminal } from './terminal.ts'

export async function readPassword(terminal: Terminal): Promise<string> {
  if (!terminal.stdin.isTTY) return readFirstLine(terminal)
  const password = await prompt(terminal, 'Password: ')
  const again = await prompt(terminal, 'Repeat password: ')
  if (password === again) return password
  throw new CommandError('the passwords do not match. Try again.')
}

async function readFirstLine({ stdin }: Terminal): Promise<string> {
  const bytes = await firstLineIn(stdin)
  if (bytes.length === 0) {
    throw new CommandError(
      'no password on stdin. Pipe it to this command, or run it in a terminal.',
    )
  }
  try {
    // The decoder removes the byte order mark that some editors write.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.replace(/[\r\n][^]*$/, '')
  } catch {
    throw new CommandError('the password is not valid UTF-8. Save the file as UTF-8.')
  }
}

/** Includes the line break, if there is one. Does not wait for the end of stdin. */
async function firstLineIn(stdin: Readable): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const chunk of stdin) {
    const piece = Buffer.from(chunk as Buffer | string)
    const end = piece.indexOf('\n')
    pieces.push(end === -1 ? piece : piece.subarray(0, end + 1))
    if (end !== -1) break
  }
  return Buffer.concat(pieces)
}

const enter = new Set(['\r', '\n', '\u0004'])
const interrupt = '\u0003'
const backspace = new Set(['\u007F', '\b'])

/** Raw mode turns off the echo of the terminal, so keys arrive one by one. */
function prompt({ stdin, stderr }: Terminal, question: string): Promise<string> {
  stderr.write(question)
  stdin.setRawMode?.(true)
  stdin.resume()
  return new Promise((resolve, reject) => {
    let typed: string[] = []
    const end = (): void => {
      stdin.off('data', onData)
      stdin.setRawMode?.(false)
      stdin.pause()
      stderr.write('\n')
    }
    const onData = (data: Buffer | string): void => {
      for (const key of data.toString()) {
        if (enter.has(key)) {
          end()
          resolve(typed.join(''))
          return
        }
        if (key === interrupt) {
          end()
          reject(new CommandError('interrupted. No account was created.'))
          return
        }
        if (backspace.has(key)) typed = typed.slice(0, -1)
        else typed.push(key)
      }
    }
    stdin.on('data', onData)
  })
}
