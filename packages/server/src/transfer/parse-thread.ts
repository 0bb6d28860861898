/** The thread in which an import parses its lines. */
import { parentPort, workerData } from 'node:worker_threads'
import { indexSchema } from '@octavo/schema/schema.ts'
import { parseBatch } from './parse-batch.ts'
import type { ParserData, ParseRequest } from './parser.ts'

const schema = indexSchema((workerData as ParserData).root)

parentPort?.on('message', ({ lines, now }: ParseRequest) => {
  parentPort?.postMessage(parseBatch(schema, lines, now))
})
