import assert from 'node:assert/strict'
import { it } from 'node:test'
import { follow } from './follow.ts'

class FakeStream extends EventTarget {
  readyState = 1
  close(): void {
    this.readyState = 2
  }
}

class FakePage extends EventTarget {
  visibilityState = 'visible'
  show(state: 'visible' | 'hidden'): void {
    this.visibilityState = state
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

function followed() {
  const streams: FakeStream[] = []
  const seen: string[] = []
  const page = new FakePage()
  const stop = follow({
    page,
    open() {
      const stream = new FakeStream()
      streams.push(stream)
      return stream
    },
    onChange: (data) => void seen.push(data),
    onReady: () => void seen.push('ready'),
  })
  const send = (name: string, data = ''): void =>
    void streams.at(-1)?.dispatchEvent(Object.assign(new Event(name), { data }))
  return { streams, seen, page, send, stop }
}

it('reopens a stream that the server closed when the page becomes visible again', () => {
  const { streams, seen, page, send, stop } = followed()
  send('ready')
  send('change', 'one')
  send('goaway')
  assert.equal(streams[0]?.readyState, 2)
  page.show('hidden')
  assert.equal(streams.length, 1)
  page.show('visible')
  send('ready')
  send('change', 'two')
  page.show('visible')
  assert.deepEqual([streams.length, seen], [2, ['ready', 'one', 'ready', 'two']])
  stop()
  page.show('visible')
  assert.deepEqual([streams.length, streams[1]?.readyState], [2, 2])
})

it('does not retry a rejected stream repeatedly', () => {
  const { streams, page, send } = followed()
  for (const stream of streams) stream.readyState = 2
  send('error')
  assert.equal(streams.length, 1)
  page.show('visible')
  assert.equal(streams.length, 2)
})

it('leaves reconnecting after a broken connection to the browser', () => {
  const { streams, seen, page, send } = followed()
  for (const stream of streams) stream.readyState = 0
  send('error')
  page.show('visible')
  send('ready')
  assert.deepEqual([streams.length, streams[0]?.readyState, seen], [1, 0, ['ready']])
})
