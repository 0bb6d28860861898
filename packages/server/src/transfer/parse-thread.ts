/** Entry point of the worker thread that parses import lines. */
import { parentPort, workerData } from 'node:worker_threads'
import type { RootDefinition } from '@octavo/schema/definitions.ts'
import { indexSchema } from '@octavo/schema/schema.ts'
import { parseBatch, type LineBatch } from './parse-batch.ts'
import { addMissingMethods } from '../node-24.ts'

addMissingMethods()

const schema = indexSchema(workerData as RootDefinition)

parentPort?.on('message', (batch: LineBatch) => {
  parentPort?.postMessage(parseBatch(schema, batch))
})
