/** Builds all publishable packages as tarballs: `npm run pack -- --out DIR`. */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { packAll } from './pack/tarball.ts'

const { values } = parseArgs({ options: { out: { type: 'string' } } })
if (values.out === undefined) {
  console.error(
    'pack: --out is missing. Name the folder for the tarballs: npm run pack -- --out DIR',
  )
  process.exitCode = 2
} else for (const path of packAll(resolve(values.out))) console.log(path)
