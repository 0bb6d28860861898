/**
 * A receiver of webhooks as a process that may be killed: `node webhook-log.ts PORT FILE`. Writes each request
 * to the file before it responds.
 */
import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [port, file = ''] = process.argv.slice(2)

createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const text = Buffer.concat(chunks).toString()
    appendFileSync(file, `${JSON.stringify({ headers: request.headers, text })}\n`)
    response.writeHead(204).end()
  })
}).listen(Number(port), '127.0.0.1', () => process.stdout.write('ready\n'))
