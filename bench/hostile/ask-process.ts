/** A process that answers one message at a time, ended when it is no longer needed. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface AskedProcess<Message, Reply> {
  ask(message: Message): Promise<Reply>
  stop(): Promise<void>
}

export function startProcess<Message extends object, Reply>(
  file: string,
): AskedProcess<Message, Reply> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), { serialization: 'advanced' })
  const exited = once(child, 'exit')
  const died = exited.then(() => {
    throw new Error(`${file} ended unexpectedly`)
  })
  died.catch(() => {})
  return {
    async ask(message) {
      const replied = once(child, 'message')
      child.send(message)
      const [reply] = (await Promise.race([replied, died])) as [Reply]
      return reply
    },
    async stop() {
      child.disconnect()
      await exited
    },
  }
}
