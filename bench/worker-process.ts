/** A child process that replies to one message at a time. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface WorkerProcess<Message, Reply> {
  request(message: Message): Promise<Reply>
  stop(): Promise<void>
}

/** `file` is relative to this folder. */
export function startProcess<Message extends object, Reply>(
  file: string,
): WorkerProcess<Message, Reply> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), { serialization: 'advanced' })
  const exited = once(child, 'exit')
  const died = exited.then(() => {
    throw new Error(`${file} exited unexpectedly`)
  })
  died.catch(() => {})
  return {
    async request(message) {
      const replied = once(child, 'message')
      child.send(message)
      const [reply] = (await Promise.race([replied, died])) as [Reply]
      return reply
    },
    async stop() {
      if (child.connected) child.disconnect()
      await exited
    },
  }
}
