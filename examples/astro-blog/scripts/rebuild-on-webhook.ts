/**
 * Builds the site, and rebuilds it when a webhook of Octavo reports a change. Several changes in a short
 * time result in one build.
 */
import { existsSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { buildSite } from './build-site.ts'
import { debounced } from './debounced.ts'

if (existsSync('.env')) process.loadEnvFile('.env')
const { WEBHOOK_SECRET, WEBHOOK_HOST = '127.0.0.1', WEBHOOK_PORT = '4322' } = process.env
if (!WEBHOOK_SECRET) throw new Error('WEBHOOK_SECRET is required: see .env.example')

/** The largest body that is read. An event has an item before and after the change. */
const maxBytes = 16 * 1024 * 1024
const webhook = new Webhook(WEBHOOK_SECRET)
const changed = debounced(build, { quiet: 1_000, failure: 30_000 })

const server = createServer((request, response) => {
  // The build starts after the response: Octavo waits for it for at most 15 seconds.
  void statusFor(request).then((status) => response.writeHead(status).end())
})
server.listen(Number(WEBHOOK_PORT), WEBHOOK_HOST, () => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : ''
  console.log(`Listening for webhooks at http://${WEBHOOK_HOST}:${port}/`)
  changed()
})

async function statusFor(request: IncomingMessage): Promise<number> {
  if (request.method !== 'POST') return 405
  const body = await bodyOf(request).catch(() => undefined)
  if (body === undefined) return 413
  try {
    webhook.verify(body, request.headers as Record<string, string>)
  } catch {
    return 401
  }
  changed()
  return 204
}

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

async function build(): Promise<boolean> {
  const isBuilt = await buildSite()
  if (isBuilt) console.log(`Built ${new Date().toISOString()}`)
  else console.error('The build failed; the site was not changed. It starts again in 30 seconds.')
  return isBuilt
}
