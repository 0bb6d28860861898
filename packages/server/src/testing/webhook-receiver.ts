/** A real HTTP server that receives webhooks, on the loopback address. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'

export interface ReceivedWebhook {
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly body: WebhookBody
}

export interface WebhookBody {
  type: string
  timestamp: string
  sequence: number
  data: Record<string, unknown>
}

export interface WebhookReceiver {
  readonly url: string
  readonly received: ReceivedWebhook[]
  /** Resolves when at least this many requests have arrived. */
  waitFor(count: number): Promise<void>
  close(): Promise<void>
}

/** The result of `reply` is the status; without one it responds with 200. */
export async function receiveWebhooks(
  reply: (webhook: ReceivedWebhook, response: ServerResponse) => number | void = () => 200,
): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = []
  const waiting = new Set<() => void>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const webhook = { headers: request.headers, text, body: JSON.parse(text) as WebhookBody }
      received.push(webhook)
      const status = reply(webhook, response)
      if (typeof status === 'number') response.writeHead(status).end('thanks')
      for (const check of waiting) check()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    async waitFor(count) {
      await new Promise<void>((resolve) => {
        const check = (): void => {
          if (received.length >= count) {
            waiting.delete(check)
            resolve()
          }
        }
        waiting.add(check)
        check()
      })
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
