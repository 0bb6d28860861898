/** `npm create octavo@latest` and other package managers, from a real registry into empty folders. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { eventually } from '../../packages/server/src/testing/eventually.ts'
import { releaseVersion } from '../../scripts/pack/repository.ts'
import { launchChromium, noChromium } from '../chromium.ts'
import { openContext, signIn } from '../studio/browser.ts'
import { isWithoutNodes, nodeFolder } from '../nodes/nodes.ts'
import { addressesIn, createdIn, envOf, readTitles, signInStatus } from './created.ts'
import { installedSize } from './installed-size.ts'
import { usePackages } from './packages.ts'
import { inProject, makePlaces, type Places } from './places.ts'
import { run, succeeded, withServer, type Place } from './project.ts'
import { isWithoutBun, toolFolder, type ToolName } from './tools.ts'

const repository = join(import.meta.dirname, '../..')
const compiler = join(repository, 'node_modules/typescript/bin/tsc')
const { nodes, tools } = usePackages()
const current = nodeFolder(nodes, 26)
const anyPort = ['--port', '0', '--assets-port', '0']
const ready = /Assets /
const watching = /Watching/

let places: Places

before(() => {
  places = makePlaces()
})
after(() => places?.remove())

describe('npm create octavo@latest', () => {
  it(
    'creates a project that serves, and whose models are edited as code',
    { skip: noChromium },
    async (t: TestContext) => {
      const place = places.emptyPlace('first')
      const words = ['create', '--yes', 'octavo@latest', 'my-site']
      const created = createdIn(succeeded(await run(place, current, 'npm', words)))
      assert.deepEqual(created.next, ['cd my-site', 'npm run dev'])
      const project = inProject(place)
      assert.equal(statSync(join(project.folder, '.env')).mode & 0o777, 0o600)
      const { OCTAVO_KEY: key = '', OCTAVO_WRITE_KEY: writeKey = '' } = envOf(project.folder)
      const browser = await launchChromium()
      t.after(() => browser.close())
      const command = ['npm', 'run', 'dev', '--', ...anyPort]
      await withServer(project, current, { command, lastLine: watching }, async (printed) => {
        const { api, studio } = addressesIn(printed)
        const first = 'model=article&order=_published_at&limit=1'
        assert.deepEqual(await readTitles(api, key, first), ['Welcome to your blog'])
        assert.deepEqual(await readTitles(api, writeKey, `${first}&lang=ja`), ['ブログへようこそ'])
        await writeFile(join(project.folder, 'use.ts'), program)
        const page = await (await openContext(browser)).newPage()
        await signIn(page, { account: created, url: studio })
        await page.goto(`${studio}/main/contents/3`)
        await page.getByLabel('Lead').waitFor()
        assert.equal(await page.getByLabel('Subtitle').count(), 0)
        assert.match(await compiled(project), /use\.ts\(8,[^]*subtitle[^]*use\.ts\(9,[^]*subtitle/)

        const path = join(project.folder, 'schema/article.ts')
        const schema = await readFile(path, 'utf8')
        const field = "field.text('subtitle', { name: 'Subtitle' }),\n"
        await writeFile(path, schema.replace("field.multiline('lead'", `${field}$&`))
        const types = (): Promise<string> =>
          readFile(join(project.folder, 'octavo-types.ts'), 'utf8')
        await eventually(async () => (await types()).includes('subtitle'))
        assert.equal(await compiled(project), '')
        await page.reload()
        await page.getByLabel('Subtitle').waitFor()
      })
      succeeded(await run(project, current, 'npm', ['run', 'backup']))
      assert.equal(readdirSync(project.folder).filter((name) => name.endsWith('.backup')).length, 1)
      succeeded(await run(project, current, 'npm', ['run', 'typegen', '--', '--check']))
    },
  )

  it(
    'says on an older Node which one is needed, and creates nothing',
    { skip: isWithoutNodes },
    async () => {
      const place = places.emptyPlace('older')
      const older = nodeFolder(nodes, 20)
      const words = ['create', '--yes', 'octavo@latest', 'my-site', '--']
      const refused = await run(place, older, 'npm', words)
      assert.equal(refused.code, 1)
      assert.match(
        refused.stderr,
        /this is Node 20\.\S+, and Octavo needs Node 24\.11\.0 or later\./,
      )
      assert.match(refused.stderr, /nvm install --lts/)
      assert.deepEqual(readdirSync(place.folder), [])
      succeeded(await run(place, older, 'npm', [...words, '--no-install']))
      assert.ok(existsSync(join(place.folder, 'my-site', 'octavo.config.ts')))
    },
  )
})

const program = `
import { createClient } from '@octavo/client'
import type { SchemaOf } from 'octavo/config'
import type config from './octavo.config.ts'
import type { Schema } from './octavo-types.ts'
const settings = { url: 'http://127.0.0.1:9/v1', key: 'x' }
const query = { model: 'article', where: { subtitle: { eq: 'A' } } } as const
export const byInference = () => createClient<SchemaOf<typeof config>>(settings).list(query)
export const byTypegen = () => createClient<Schema>(settings).list(query)
`

async function compiled(project: Place): Promise<string> {
  return (await run(project, current, 'node', [compiler, '-p', '.'])).stdout
}

describe('npm install octavo', () => {
  it('takes at most 80 MB and 100 packages, without install scripts', async (t: TestContext) => {
    const place = places.emptyPlace('size')
    await writeFile(join(place.folder, 'package.json'), '{"private": true}')
    const started = Date.now()
    const words = ['install', '--ignore-scripts', '--no-audit', '--no-fund', 'octavo']
    succeeded(await run(place, current, 'npm', words))
    const { packages, bytes } = installedSize(place.folder)
    const megabytes = bytes / 1e6
    const seconds = (Date.now() - started) / 1000
    t.diagnostic(`${packages} packages, ${megabytes.toFixed(1)} MB, ${seconds.toFixed(1)} s`)
    assert.ok(packages > 10 && packages <= 100, `${packages} packages`)
    assert.ok(megabytes > 10 && megabytes <= 80, `${megabytes} MB`)
    await withServer(
      place,
      current,
      { command: ['npx', 'octavo', 'start', ...anyPort], lastLine: ready },
      async (printed) => {
        const { api } = addressesIn(printed)
        assert.equal((await fetch(new URL('/health', api))).status, 200)
      },
    )
  })
})

describe('other package managers', () => {
  const cases: { tool: ToolName; exec: string[]; dev: string; isSkipped: false | string }[] = [
    { tool: 'pnpm', exec: ['pnpm', 'exec'], dev: 'pnpm dev', isSkipped: false },
    { tool: 'yarn', exec: ['yarn'], dev: 'yarn dev', isSkipped: false },
    { tool: 'yarn-1', exec: ['yarn', '--silent'], dev: 'yarn dev', isSkipped: false },
    { tool: 'bun', exec: ['bun', 'x'], dev: 'bun run dev', isSkipped: isWithoutBun },
  ]
  for (const { tool, exec, dev, isSkipped } of cases) {
    it(`${tool} creates a project and starts it`, { skip: isSkipped }, async () => {
      const place = places.emptyPlace(tool, [toolFolder(tools, tool)])
      const [manager = ''] = dev.split(' ')
      const email = 'me@example.com'
      const owner = ['--email', email, '--password-stdin']
      const words = ['create', 'octavo', 'my-site', '--template', 'blank', ...owner]
      const printed = succeeded(await run(place, current, manager, words, 'a secret of mine\n'))
      const created = createdIn(printed)
      assert.deepEqual(created.next, ['cd my-site', dev])
      assert.deepEqual([created.email, created.password], [email, ''])
      const project = inProject(place)
      const [first = '', ...rest] = exec
      const version = await run(project, current, first, [...rest, 'octavo', '--version'])
      // pnpm first prints what it verified.
      assert.equal(succeeded(version).trim().split('\n').at(-1), releaseVersion())
      const command = [...dev.split(' '), ...anyPort]
      await withServer(project, current, { command, lastLine: watching }, async (lines) => {
        const { api } = addressesIn(lines)
        const { OCTAVO_KEY: key = '' } = envOf(project.folder)
        assert.deepEqual(await readTitles(api, key, 'model=page'), [])
        assert.equal(await signInStatus(api, { email, password: 'a secret of mine' }), 200)
        assert.equal(await signInStatus(api, { email, password: 'not that' }), 401)
      })
    })
  }
})
