import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { KeyRecord } from '../store/records.ts'
import { runs } from '../testing/runs.ts'
import { EventStream } from './event-stream.ts'
import { createUnreadEvents } from './unread-events.ts'

const key = { id: 1 } as KeyRecord
const eventOf = (number: number, length: number): Buffer =>
  Buffer.from(`event: a\ndata: ${String(number).padEnd(length, '.')}\n\n`)

type Step =
  | { write: number }
  | { replay: number }
  | { read: true }
  | { hold: boolean }
  | { end: true }
const length = fc.integer({ min: 1, max: 40_000 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ write: length }) },
  { weight: 2, arbitrary: fc.record({ replay: length }) },
  { weight: 3, arbitrary: fc.constant<Step>({ read: true }) },
  { weight: 2, arbitrary: fc.record({ hold: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constant<Step>({ end: true }) },
)

describe('a stream of events', () => {
  it('passes on all events in order, and whole ones also if it ends', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const unread = createUnreadEvents()
        const stream = new EventStream(key, unread)
        const expected: number[] = []
        let kept: number[] | undefined
        let [number, isEnded, received] = [0, false, '']
        let replaying = Promise.resolve()
        stream.body.on('data', (chunk: Buffer) => (received += chunk.toString())).pause()
        for (const one of steps) {
          if ('read' in one) {
            stream.body.resume()
            await replaying
            stream.body.pause()
          } else if (isEnded) continue
          else if ('write' in one) {
            ;(kept ?? expected).push(++number)
            stream.write(eventOf(number, one.write))
          } else if ('replay' in one && kept) {
            expected.push(++number)
            const event = eventOf(number, one.replay).toString()
            replaying = replaying.then(() => stream.writeFirst(event))
          } else if ('hold' in one && one.hold && !kept) {
            kept = []
            stream.hold()
          } else if ('hold' in one && !one.hold && kept) {
            stream.body.resume()
            await replaying
            stream.body.pause()
            expected.push(...kept)
            kept = undefined
            stream.release()
          } else if ('end' in one && !kept) {
            isEnded = true
            stream.end('shutdown')
          }
        }
        stream.body.resume()
        await replaying
        stream.release()
        if (!isEnded) stream.end('shutdown')
        await new Promise((resolve) => stream.body.once('close', resolve))
        const numbers = Array.from(received.matchAll(/data: (\d+)\.*\n\n/g), ([, one]) =>
          Number(one),
        )
        assert.deepEqual(numbers, [...expected, ...(kept ?? [])])
        assert.match(received, /(?:^|\n\n)event: goaway\n[^\n]+\n\n$/)
        assert.equal(unread.total(), 0)
      }),
      runs(100),
    )
  })

  it('ends with whole events while earlier ones are replayed', async () => {
    const stream = new EventStream(key, createUnreadEvents())
    stream.hold()
    const replaying = stream.writeFirst(eventOf(1, 100_000).toString())
    stream.write(eventOf(2, 10))
    stream.end('shutdown')
    let received = ''
    for await (const chunk of stream.body) received += String(chunk)
    await replaying
    assert.match(received, /^event: a\ndata: 1\.+\n\nevent: goaway\n[^\n]+\n\n$/)
  })
})

describe('unread events', () => {
  const limit = 1_000_000

  it('take bounded memory in all streams together: the oldest streams are closed', () => {
    const unread = createUnreadEvents(limit)
    const streams = Array.from({ length: 50 }, () => new EventStream(key, unread))
    let most = 0
    for (const [index, stream] of streams.entries()) {
      for (let count = 0; count < 10; count++) stream.write(eventOf(index, 10_000))
      most = Math.max(most, unread.total())
    }
    assert.ok(most <= limit && most > 0.8 * limit, `${most} bytes`)
    const open = streams.map(({ isEnded }) => !isEnded)
    const firstOpen = open.indexOf(true)
    assert.ok(open.slice(firstOpen).every(Boolean))
    assert.ok(firstOpen > 0)
  })

  it('count once if streams share them', () => {
    const unread = createUnreadEvents(limit)
    const streams = Array.from({ length: 1_000 }, () => new EventStream(key, unread))
    for (let count = 0; count < 50; count++) {
      const event = eventOf(count, 10_000)
      for (const stream of streams) stream.write(event)
    }
    assert.ok(unread.total() <= 51 * 10_100, `${unread.total()} bytes`)
    assert.ok(streams.every(({ isEnded }) => !isEnded))
  })

  it('include those that are read from the log for clients that do not read', async () => {
    const unread = createUnreadEvents(limit)
    const streams = Array.from({ length: 30 }, () => new EventStream(key, unread))
    const page = eventOf(1, 300_000).toString()
    const replays = streams.map((stream) => stream.writeFirst(page))
    assert.ok(unread.total() <= limit, `${unread.total()} bytes`)
    for (const { body } of streams) body.destroy()
    await Promise.all(replays)
    assert.equal(unread.total(), 0)
  })
})
