/** The published client: built, in a folder of its own, without dependencies. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { indexSchema } from '@octavo/schema/schema.ts'
import { buildClient } from '../../packages/client/scripts/build-client.ts'
import { typesOf } from '../../packages/server/src/describe/typegen.ts'
import { clientRoot } from './space.ts'

const repository = join(import.meta.dirname, '../..')
const generated = join(import.meta.dirname, 'generated.ts')

it('the types of the test space match the output of typegen', () => {
  assert.equal(readFileSync(generated, 'utf8'), typesOf(indexSchema(clientRoot)))
})

const use = `
import { createClient, type Page } from '@octavo/client'
import type { Article, Schema } from './octavo.ts'
const client = createClient<Schema>({ url: 'http://127.0.0.1:9/v1', key: 'x', retries: 0 })
export const articles: () => Promise<Page<Article>> = () => client.list({ model: 'article' })
export const upload = () => client.upload(new File(['x'], 'a.txt'), { onProgress: ({ sent }) => void sent })
// @ts-expect-error: there is no such field
export const wrong = () => client.list({ model: 'article', where: { nope: { eq: 1 } } })
`

const run = `
import * as client from '@octavo/client'
console.log(Object.keys(client).sort().join())
const { list } = client.createClient({ url: 'http://127.0.0.1:9/v1', key: 'x', retries: 0 })
console.log(await list().catch(({ name, status, code }) => [name, status, code].join()))
`

describe('the published client', () => {
  let folder: string

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'octavo-published-'))
    const target = join(folder, 'node_modules/@octavo/client')
    mkdirSync(target, { recursive: true })
    buildClient(target)
    cpSync(join(repository, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'), {
      recursive: true,
    })
    cpSync(
      join(repository, 'node_modules/undici-types'),
      join(folder, 'node_modules/undici-types'),
      { recursive: true },
    )
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    writeFileSync(join(folder, 'octavo.ts'), readFileSync(generated))
    writeFileSync(join(folder, 'use.ts'), use)
    writeFileSync(join(folder, 'run.js'), run)
  })

  after(() => rmSync(folder, { recursive: true, force: true }))

  const compilers = {
    'TypeScript 7': 'node_modules/typescript/bin/tsc',
    'TypeScript 5.9': 'packages/server/node_modules/typescript/bin/tsc',
  }
  const platforms = {
    browser: {
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2023', 'dom', 'dom.iterable'],
      types: [],
      skipLibCheck: false,
    },
    Node: { module: 'nodenext', lib: ['es2023'], types: ['node'], skipLibCheck: true },
  }
  for (const [compiler, path] of Object.entries(compilers)) {
    for (const [platform, options] of Object.entries(platforms)) {
      it(`compiles for a ${platform} with ${compiler}`, () => {
        const always = {
          noEmit: true,
          strict: true,
          target: 'es2022',
          allowImportingTsExtensions: true,
        }
        const settings = { compilerOptions: { ...always, ...options }, files: ['use.ts'] }
        writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings))
        const command = [join(repository, path), '-p', folder]
        assert.equal(spawnSync(process.execPath, command, { encoding: 'utf8' }).stdout, '')
      })
    }
  }

  it('runs without dependencies', () => {
    const printed = execFileSync(process.execPath, ['run.js'], { cwd: folder, encoding: 'utf8' })
    assert.deepEqual(printed.trim().split('\n'), [
      'OctavoError,createClient,etagOf,imageUrl,signVariant,srcset,tagsOf',
      'OctavoError,0,Network',
    ])
  })
})
