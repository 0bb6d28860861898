import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { duration, startProgress, type Work } from './progress.ts'

const work: Work = { label: 'import', total: 1000, unit: 'items' }

function shown(isTTY: boolean, times: readonly [time: number, done: number][]): string {
  let text = ''
  const sink = new Writable({ write: (chunk, _, done) => done(void (text += String(chunk))) })
  const stderr = Object.assign(sink, { isTTY })
  let now = 0
  const progress = startProgress({ stderr }, work, () => now)
  for (const [time, done] of times) {
    now = time
    progress.update(done)
  }
  progress.end()
  return text
}

test('work that takes less than a second shows no progress', () => {
  assert.equal(
    shown(true, [
      [100, 10],
      [999, 900],
    ]),
    '',
  )
})

test('a terminal shows a bar with rate and time left, and clears it at the end', () => {
  assert.equal(
    shown(true, [
      [1000, 100],
      [1050, 110],
      [2000, 500],
    ]),
    '\r\u001B[2K[##----------------------] import: 100 of 1,000 (10 %), 100/s, 9 s left' +
      '\r\u001B[2K[############------------] import: 500 of 1,000 (50 %), 250/s, 2 s left' +
      '\r\u001B[2K',
  )
})

test('other outputs show plain lines, five seconds apart', () => {
  assert.equal(
    shown(false, [
      [1000, 100],
      [2000, 200],
      [6000, 600],
    ]),
    'import: 100 of 1,000 (10 %), 100/s, 9 s left\nimport: 600 of 1,000 (60 %), 100/s, 4 s left\n',
  )
})

test('duration formats seconds, minutes and hours', () => {
  assert.deepEqual([0.2, 59, 61, 3700].map(duration), ['1 s', '59 s', '1 min 1 s', '1 h 1 min'])
})
