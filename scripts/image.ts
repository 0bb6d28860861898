/**
 * Installs the packed packages into a folder, the build context of deploy/Dockerfile:
 * `npm run image -- --out DIR --cpu arm64`. By default deploy/image, for the processor of this machine.
 */
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { imageContext } from './pack/image-context.ts'
import { repository } from './pack/repository.ts'

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(repository, 'deploy/image') },
    cpu: { type: 'string', default: process.arch },
  },
})
const folder = resolve(values.out)
imageContext(folder, values.cpu)
console.log(`docker build -f deploy/Dockerfile -t octavo ${folder}`)
