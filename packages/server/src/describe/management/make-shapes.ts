/**
 * Writes shapes.json from the types of the contract, after a change of them:
 * `node packages/server/src/describe/management/make-shapes.ts && npm run format`.
 */
import { writeFileSync } from 'node:fs'
import { contractShapes } from './contract-shapes.ts'

writeFileSync(new URL('shapes.json', import.meta.url), JSON.stringify(contractShapes(), null, 2))
