/** Compiles and runs the examples of the client's doc comments, of its guide and of the API explorer on the demo. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { globSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { createClient, type Client, type SpaceShape } from '@octavo/client'
import { ensureRoot } from '../../packages/server/src/content/roots.ts'
import { loadDemo } from '../../packages/server/src/demo/load-demo.ts'
import { typesOf } from '../../packages/server/src/describe/typegen.ts'
import { testApps, type TestApp } from '../../packages/server/src/testing/app-factory.ts'
import { compile } from '../../packages/server/src/testing/compile.ts'
import { explored } from './explored.ts'

const repository = join(import.meta.dirname, '../..')
const clientModule = join(repository, 'packages/client/src/index.ts')

interface Example {
  where: string
  code: string
}

const sources = globSync('packages/client/src/*.ts', { cwd: repository })
const examples = [
  ...(await Promise.all(sources.map(inComments))).flat(),
  ...blocksOf(await readFile(join(repository, 'docs/client.md'), 'utf8'), 'docs/client.md'),
  ...explored.map((code, index) => ({ where: `request ${index} of the API explorer`, code })),
]

async function inComments(path: string): Promise<Example[]> {
  const text = await readFile(join(repository, path), 'utf8')
  return blocksOf(text.replaceAll(/^ *\* ?/gm, ''), path)
}

function blocksOf(text: string, path: string): Example[] {
  return [...text.matchAll(/^```ts\n([^]*?)^```$/gm)].map(({ 1: code = '', index }) => ({
    where: `${path}, example in line ${text.slice(0, index).split('\n').length}`,
    code,
  }))
}

/** Each example becomes a function. A `// →` below an expression is its expected value. */
function moduleOf(all: readonly Example[]): string {
  const functions = all.map(({ where, code }) => {
    const body = code
      .replaceAll(/^import .*\n/gm, '')
      .replaceAll(
        /^([a-z].*)\n\/\/ → (.*)$/gm,
        (_, expression: string, expected: string) =>
          `assert.equal(${expression}, ${JSON.stringify(expected)})`,
      )
    return `async ({ client, url, key, articleId, authorId, categoryId, picture }: World): Promise<void> => { // ${where}\n{${body}}\n}`
  })
  return `
import assert from 'node:assert/strict'
import { createClient, imageUrl, OctavoError, signVariant, srcset, tagsOf, type Client } from ${JSON.stringify(clientModule)}
import type { Article, Schema } from './octavo.ts'

interface World {
  client: Client<Schema>
  url: string
  key: string
  articleId: number
  authorId: number
  categoryId: number
  picture: Uint8Array<ArrayBuffer>
}

export const examples = [${functions.join(',\n')}]
`
}

type Run = (world: object) => Promise<void>

/** Ids in the demo are always the same. */
const ids = { articleId: 29, authorId: 7, categoryId: 1 }

testApps('the examples of the client', (freshApp, kind) => {
  let app: TestApp
  let key: string

  before(async () => {
    app = await freshApp()
    await ensureRoot(app.deps.store)
    const demo = await loadDemo(app.deps, app.deps.mediaStorage, { onStart() {} })
    assert.ok(demo)
    key = demo.draftKey
  })

  it('run', async (test) => {
    test.mock.method(console, 'log', () => {})
    const folder = await mkdtemp(join(tmpdir(), 'octavo-examples-'))
    try {
      await writeFile(join(folder, 'package.json'), '{"type":"module"}')
      await writeFile(join(folder, 'examples.ts'), moduleOf(examples))
      const loaded: unknown = await import(pathToFileURL(join(folder, 'examples.ts')).href)
      const runs = (loaded as { examples: Run[] }).examples
      assert.ok(runs.length > 15)
      const url = `${app.addresses.api}/v1`
      const client: Client<SpaceShape> = createClient({ url, key })
      const picture = new Uint8Array(1000)
      for (const [index, run] of runs.entries()) {
        await run({ client, url, key, ...ids, picture }).catch((error: unknown) => {
          throw new Error(examples[index]?.where, { cause: error })
        })
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  if (kind === 'postgres') return
  it('compile', async () => {
    const { store, schemas } = app.deps
    const [root] = await store.read((tx) => tx.roots.list())
    const schema = await store.read((tx) => schemas.in(tx, root?.id ?? 0))
    const files = { 'examples.ts': moduleOf(examples), 'octavo.ts': typesOf(schema) }
    assert.equal(await compile(files), '')
  })
})
