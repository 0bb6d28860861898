/** Parses batches of lines, in a worker thread for large imports. */
import { Worker } from 'node:worker_threads'
import type { Schema } from '@octavo/schema/schema.ts'
import { parseBatch, type LineBatch, type ParsedBatch } from './parse-batch.ts'

export interface Parser {
  parse(batch: LineBatch): Promise<ParsedBatch>
  close(): Promise<void>
}

export function openParser(schema: Schema, usesThread: boolean): Parser {
  if (usesThread) return threadParser(schema)
  return {
    parse: async (batch) => parseBatch(schema, batch),
    close: async () => {},
  }
}

/** Results arrive in the order of the requests. */
function threadParser({ root }: Schema): Parser {
  const thread = new Worker(new URL('./parse-thread.ts', import.meta.url), { workerData: root })
  const waiting: PromiseWithResolvers<ParsedBatch>[] = []
  thread.on('message', (parsed: ParsedBatch) => waiting.shift()?.resolve(parsed))
  thread.on('error', (error) => {
    for (const one of waiting.splice(0)) one.reject(error)
  })
  return {
    parse(batch) {
      const result = Promise.withResolvers<ParsedBatch>()
      waiting.push(result)
      thread.postMessage(batch)
      return result.promise
    },
    async close() {
      await thread.terminate()
    },
  }
}
