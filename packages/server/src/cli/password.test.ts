import assert from 'node:assert/strict'
import { PassThrough, Writable } from 'node:stream'
import { test } from 'node:test'
import { readPassword } from './password.ts'
import type { Terminal } from './terminal.ts'

function terminalWith(isTTY: boolean): {
  terminal: Terminal
  stdin: PassThrough
  modes: boolean[]
  shown: () => string
} {
  const modes: boolean[] = []
  const stdin = Object.assign(new PassThrough(), {
    isTTY,
    setRawMode: (isRaw: boolean) => modes.push(isRaw),
  })
  let text = ''
  const stderr = new Writable({ write: (chunk, _, done) => done(void (text += String(chunk))) })
  const nothing = (): never => {
    throw new Error('a password prompt prints nothing')
  }
  const terminal = { stdin, stderr, print: nothing, write: nothing, note: nothing }
  return { terminal, stdin, modes, shown: () => text }
}

test('the prompt hides input, supports backspace, and asks twice', async () => {
  const { terminal, stdin, modes, shown } = terminalWith(true)
  const password = readPassword(terminal)
  stdin.write('correcx\u007Ft 馬')
  stdin.write('\r')
  await new Promise(setImmediate)
  stdin.write('correct 馬\r')
  assert.equal(await password, 'correct 馬')
  assert.deepEqual(modes, [true, false, true, false])
  assert.equal(shown(), 'Password: \nRepeat password: \n')
})

test('the prompt rejects passwords that differ, and Ctrl-C cancels', async () => {
  const first = terminalWith(true)
  const differing = readPassword(first.terminal)
  first.stdin.write('one\r')
  await new Promise(setImmediate)
  first.stdin.write('two\r')
  await assert.rejects(differing, /the passwords do not match/)
  const second = terminalWith(true)
  const cancelled = readPassword(second.terminal)
  second.stdin.write('on\u0003')
  await assert.rejects(cancelled, /interrupted/)
  assert.deepEqual(second.modes, [true, false])
})

test('without a terminal the first line of stdin is the password', async () => {
  const { terminal, stdin } = terminalWith(false)
  stdin.end('correct horse\nrest')
  assert.equal(await readPassword(terminal), 'correct horse')
  const empty = terminalWith(false)
  empty.stdin.end()
  await assert.rejects(readPassword(empty.terminal), /no password/)
})

test('a byte order mark and a line break are not part of the password', async () => {
  const { terminal, stdin } = terminalWith(false)
  const bytes = Buffer.from('\uFEFFcorrect 馬\r\n')
  // Two chunks, split within a character.
  stdin.write(bytes.subarray(0, 12))
  stdin.end(bytes.subarray(12))
  assert.equal(await readPassword(terminal), 'correct 馬')
})

test('a password that is not UTF-8 is rejected', async () => {
  const { terminal, stdin } = terminalWith(false)
  stdin.end(Buffer.from('\uFEFFcorrect horse\r\n', 'utf16le'))
  await assert.rejects(readPassword(terminal), /not valid UTF-8/)
})
