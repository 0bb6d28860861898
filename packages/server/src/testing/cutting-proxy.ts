/** A server in front of another one that breaks the connection of chosen requests. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

/** `before`: the server never receives the request. `after`: the client never receives the response. */
export type Cut = 'before' | 'after' | undefined

export interface CuttingProxy {
  url: string
  /** Decides for each request, by method and path. */
  cut(method: string, path: string): Cut
}

export async function cuttingProxy(target: string): Promise<CuttingProxy> {
  const proxy: CuttingProxy = { url: '', cut: () => undefined }
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request
    const cut = proxy.cut(method, url)
    if (cut === 'before') return void request.socket.destroy()
    forward(target, request).then(
      ({ status, text }) => {
        if (cut === 'after') return request.socket.destroy()
        return response.writeHead(status, { 'content-type': 'application/json' }).end(text)
      },
      () => request.socket.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return proxy
}

async function forward(
  target: string,
  request: IncomingMessage,
): Promise<{ status: number; text: string }> {
  const { method = 'GET', url = '', headers } = request
  const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>))
  const response = await fetch(target + url, {
    method,
    headers: {
      authorization: headers.authorization ?? '',
      ...(headers['content-type'] && { 'content-type': headers['content-type'] }),
    },
    ...(body.length > 0 && { body }),
  })
  return { status: response.status, text: await response.text() }
}
