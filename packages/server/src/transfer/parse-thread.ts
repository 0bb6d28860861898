/** The thread in which an import parses its lines. */
import { parentPort, workerData } from 'node:worker_threads'
import { indexSchema } from '@octavo/schema/schema.ts'
import { parseBatch, type LineBatch } from './parse-batch.ts'
import type { ParserData } from './parser.ts'

const schema = indexSchema((workerData as ParserData).root)

parentPort?.on('message', (batch: LineBatch) => {
  parentPort?.postMessage(parseBatch(schema, batch))
})
