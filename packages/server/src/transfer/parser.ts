/** Parses batches of lines: beside the writer in a thread of its own where that pays, else in place. */
import { Worker } from 'node:worker_threads'
import type { Schema } from '@octavo/schema/schema.ts'
import { parseBatch, type LineBatch, type ParsedBatch } from './parse-batch.ts'

export interface Parser {
  parse(batch: LineBatch): Promise<ParsedBatch>
  close(): Promise<void>
}

export function openParser(schema: Schema, isWorthThread: boolean): Parser {
  if (isWorthThread) return threadParser(schema)
  return {
    parse: async (batch) => parseBatch(schema, batch),
    close: async () => {},
  }
}

/** Answers come in the order of the requests. */
function threadParser({ root }: Schema): Parser {
  const thread = new Worker(new URL('./parse-thread.ts', import.meta.url), { workerData: root })
  const waiting: PromiseWithResolvers<ParsedBatch>[] = []
  thread.on('message', (parsed: ParsedBatch) => waiting.shift()?.resolve(parsed))
  thread.on('error', (error) => {
    for (const one of waiting.splice(0)) one.reject(error)
  })
  return {
    parse(batch) {
      const answer = Promise.withResolvers<ParsedBatch>()
      waiting.push(answer)
      thread.postMessage(batch)
      return answer.promise
    },
    async close() {
      await thread.terminate()
    },
  }
}
