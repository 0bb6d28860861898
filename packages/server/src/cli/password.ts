/** Passwords from a hidden prompt, or from stdin where that is no terminal. */
import { createInterface } from 'node:readline'
import { CommandError } from './command.ts'
import type { Terminal } from './terminal.ts'

export async function readPassword(terminal: Terminal): Promise<string> {
  if (!terminal.stdin.isTTY) return readFirstLine(terminal)
  const password = await prompt(terminal, 'Password: ')
  const again = await prompt(terminal, 'Once more: ')
  if (password === again) return password
  throw new CommandError('the two passwords differ. Nothing was made; try again.')
}

async function readFirstLine({ stdin }: Terminal): Promise<string> {
  for await (const line of createInterface({ input: stdin })) return line
  throw new CommandError('stdin holds no password. Send it there, or run this in a terminal.')
}

const enter = new Set(['\r', '\n', '\u0004'])
const interrupt = '\u0003'
const rubOut = new Set(['\u007F', '\b'])

/** In raw mode the terminal shows nothing of what is typed, so keys arrive one by one. */
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
          reject(new CommandError('stopped. Nothing was made.'))
          return
        }
        if (rubOut.has(key)) typed = typed.slice(0, -1)
        else typed.push(key)
      }
    }
    stdin.on('data', onData)
  })
}
