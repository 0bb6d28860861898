/** The line between browser and server, as a thing that can be cut: real sockets, really gone. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Line {
  /** Where the browser goes: the server's web app, through this line. */
  url: string
  /** Ends every connection and takes no new one. */
  cut(): void
  mend(): void
  /** Lets this many bytes of the next connections through to the server, then cuts the line. */
  cutAfter(bytes: number): void
  /** Comes when the next request of this method has its answer, whoever sent it. */
  answered(method: string): Promise<void>
  close(): Promise<void>
}

export async function openLine(target: string): Promise<Line> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let isCut = false
  let bytesLeft = Infinity
  const awaited = new Map<string, () => void>()
  const cut = (): void => {
    isCut = true
    for (const socket of sockets) socket.resetAndDestroy()
  }
  const server = createServer((near) => {
    if (isCut) return void near.resetAndDestroy()
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
      const [method = ''] = bytes.toString('latin1', 0, 10).split(' ', 1)
      const tell = awaited.get(method)
      if (tell) far.once('data', tell)
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
    mend() {
      isCut = false
      bytesLeft = Infinity
    },
    cutAfter(bytes) {
      bytesLeft = bytes
    },
    answered: (method) => new Promise((resolve) => void awaited.set(method, resolve)),
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
