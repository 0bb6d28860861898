/** A TCP proxy between browser and server that can cut connections. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Line {
  /** URL of Studio through this proxy. */
  url: string
  /** Resets every connection and rejects new ones. */
  cut(): void
  /** Resets connections that request a matching path, or sends this response instead. */
  divert(path: RegExp, response?: string): void
  /** Undoes the above, so that everything reaches the server again. */
  restore(): void
  /** Forwards this many bytes of the next connections to the server, then cuts the line. */
  cutAfter(bytes: number): void
  /** Resolves when the next request with this method gets its response. */
  responded(method: string): Promise<void>
  close(): Promise<void>
}

/** `target` returns the current URL of the server. */
export async function openLine(target: () => string): Promise<Line> {
  const sockets = new Set<Socket>()
  let isCut = false
  let bytesLeft = Infinity
  const diverted = new Map<RegExp, string | undefined>()
  const awaited = new Map<string, () => void>()
  const cut = (): void => {
    isCut = true
    for (const socket of sockets) socket.resetAndDestroy()
  }
  const server = createServer((near) => {
    if (isCut) return void near.resetAndDestroy()
    const { hostname, port } = new URL(target())
    const far = connect(Number(port), hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    far.pipe(near)
    near.on('data', (bytes: Buffer) => {
      bytesLeft -= bytes.length
      const [method = '', path = ''] = bytes.toString('latin1', 0, 400).split(' ', 2)
      for (const [pattern, response] of diverted) {
        if (!pattern.test(path)) continue
        if (response === undefined) return void near.resetAndDestroy()
        return void near.end(response)
      }
      const resolve = awaited.get(method)
      if (resolve) far.once('data', resolve)
      awaited.delete(method)
      if (bytesLeft < 0) cut()
      else if (!far.write(bytes)) near.pause()
    })
    far.on('drain', () => near.resume())
    near.on('end', () => far.end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    divert: (path, response) => void diverted.set(path, response),
    restore() {
      isCut = false
      bytesLeft = Infinity
      diverted.clear()
    },
    cutAfter(bytes) {
      bytesLeft = bytes
    },
    responded: (method) => new Promise((resolve) => void awaited.set(method, resolve)),
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
