/** The line between browser and server, as a thing that can be cut: real sockets, really gone. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Line {
  /** Where the browser goes: the server's web app, through this line. */
  url: string
  /** Ends every connection and takes no new one. */
  cut(): void
  /** Cuts the connections that ask for such a path, or has them answered by somebody else. */
  divert(path: RegExp, answer?: string): void
  /** Ends all of it: everything goes through to the server again. */
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
  const diverted = new Map<RegExp, string | undefined>()
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
      const [method = '', path = ''] = bytes.toString('latin1', 0, 400).split(' ', 2)
      for (const [pattern, answer] of diverted) {
        if (!pattern.test(path)) continue
        if (answer === undefined) return void near.resetAndDestroy()
        return void near.end(answer)
      }
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
    divert: (path, answer) => void diverted.set(path, answer),
    mend() {
      isCut = false
      bytesLeft = Infinity
      diverted.clear()
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
