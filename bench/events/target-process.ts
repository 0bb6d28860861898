/** A process that receives webhooks and responds at once. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { epochTime } from './epoch-time.ts'

/** Listens, or waits until this many different events have arrived since the last wait. */
export type TargetMessage = { listen: true } | { waitFor: number }
/** The port, or the time at which the last event arrived. */
export interface TargetReply {
  port: number
  at: number
}

const received = new Set<string>()
let port = 0
let at = 0
let onEvent = (): void => {}

const server = createServer((request, response) => {
  received.add(String(request.headers['webhook-id']))
  at = epochTime()
  request.resume()
  response.writeHead(204).end()
  onEvent()
})

process.on('message', (message: TargetMessage) => {
  void reply(message).then((result) => process.send?.(result))
})
process.on('disconnect', () => process.exit())

async function reply(message: TargetMessage): Promise<TargetReply> {
  if ('listen' in message) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  } else {
    await new Promise<void>((resolve) => {
      onEvent = () => received.size >= message.waitFor && resolve()
      onEvent()
    })
    received.clear()
    onEvent = () => {}
  }
  return { port, at }
}
