/** The examples of docs/configuration.md and of the README. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, it } from 'node:test'
import { compile } from '../testing/compile.ts'
import { createProject } from '../testing/project.ts'
import { loadConfig } from './load.ts'

const project = createProject()
after(project.remove)

function examplesIn(page: string): string[] {
  const text = readFileSync(new URL(`../../../../${page}`, import.meta.url), 'utf8')
  return Array.from(text.matchAll(/^```ts\n([^]*?)^```$/gm), ([, code = '']) => code)
}

it('can be loaded and compiled', async () => {
  const [config = '', types = ''] = examplesIn('docs/configuration.md')
  const readme = examplesIn('README.md').find((text) => text.includes('octavo/config')) ?? ''
  project.write({ 'octavo.config.ts': config, 'readme.ts': readme })
  for (const name of ['octavo.config.ts', 'readme.ts']) {
    assert.ok((await loadConfig(project.path(name))).schema)
  }
  const use = `const [url, key] = ['', '']
    ${types}
    export type Kind = Article['kind']
    export const mentor = (deep: Deep): number | null | undefined => deep.author?.mentor?.mentor
    export const list = () => client.list({ model: 'article', where: { kind: { eq: 'news' } } })`
  const files = { 'octavo.config.ts': config, 'readme.ts': readme, 'use.ts': use }
  assert.equal(await compile(files), '')
})
