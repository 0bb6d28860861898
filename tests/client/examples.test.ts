/** Compiles and runs the examples of the client's doc comments and of its guide. */
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { globSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { compile } from '../../packages/server/src/testing/compile.ts'
import { onServers, type Bench } from './bench.ts'

const repository = join(import.meta.dirname, '../..')
const client = join(repository, 'packages/client/src/index.ts')

interface Example {
  where: string
  code: string
}

const sources = globSync('packages/client/src/*.ts', { cwd: repository })
const examples = [
  ...(await Promise.all(sources.map(inComments))).flat(),
  ...blocksOf(await readFile(join(repository, 'docs/client.md'), 'utf8'), 'docs/client.md'),
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
    return `async ({ client, url, key, articleId, authorId, picture }: World): Promise<void> => { // ${where}\n{${body}}\n}`
  })
  return `
import assert from 'node:assert/strict'
import { createClient, imageUrl, OctavoError, signVariant, srcset, type Client } from ${JSON.stringify(client)}
import type { Article, Schema } from './octavo.ts'

interface World {
  client: Client<Schema>
  url: string
  key: string
  articleId: number
  authorId: number
  picture: Uint8Array<ArrayBuffer>
}

export const examples = [${functions.join(',\n')}]
`
}

type Run = (world: object) => Promise<void>

onServers('the examples of the client', (fresh) => {
  let bench: Bench
  let articleId: number
  let authorId: number

  before(async () => {
    bench = await fresh()
    const { client: own } = bench
    const made = await own.create({ model: 'author', fields: { name: 'Ada' }, published: true })
    authorId = made.id
    const fields = { title: 'Harbour', author: authorId, featured: true }
    articleId = (await own.create({ model: 'article', fields, published: true })).id
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
      const { url, key, client: own } = bench
      const picture = new Uint8Array(1000)
      for (const [index, run] of runs.entries()) {
        const world = { client: own, url, key, articleId, authorId, picture }
        await run(world).catch((error: unknown) => {
          throw new Error(examples[index]?.where, { cause: error })
        })
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})

it('the examples of the client compile', async () => {
  const generated = await readFile(join(import.meta.dirname, 'generated.ts'), 'utf8')
  assert.equal(await compile({ 'examples.ts': moduleOf(examples), 'octavo.ts': generated }), '')
})
