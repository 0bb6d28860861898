/** Builds the published package into `dist/`. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildClient } from './build-client.ts'

const target = join(import.meta.dirname, '../dist')
rmSync(target, { recursive: true, force: true })
buildClient(target)
