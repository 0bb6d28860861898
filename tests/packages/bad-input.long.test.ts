/** Mistakes and failures as users meet them: one clear message with the next step, and nothing half done. */
import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { cuttingProxy } from '../../packages/server/src/testing/cutting-proxy.ts'
import { configWith } from '../../packages/server/src/testing/project.ts'
import { addressesIn } from './created.ts'
import { usePackages } from './packages.ts'
import {
  installProject,
  removeProject,
  run,
  withServer,
  type Project,
  type Run,
} from './project.ts'

const node = dirname(process.execPath)
const anyPort = ['--port', '0', '--assets-port', '0']

/** Root may write everywhere, unless it drops this privilege. `setpriv` is on every Debian. */
const asUser = process.getuid?.() === 0 ? ['setpriv', '--inh-caps=-all', '--bounding-set=-all'] : []

describe('the installed command', () => {
  let project: Project

  before(async () => {
    project = await installProject(usePackages().tarballs, node)
    mkdirSync(join(project.folder, 'schema'))
  })
  after(() => removeProject(project))

  const write = (name: string, text: string): void =>
    writeFileSync(join(project.folder, name), text)

  const octavo = (words: readonly string[], settings = {}, prefix: readonly string[] = []) => {
    const [program = '', ...rest] = [...prefix, 'npx', 'octavo', ...words]
    return run({ ...project, settings }, node, program, rest)
  }

  /** What a command must not change. */
  const files = (): string[] => readdirSync(project.folder).toSorted()

  async function refuses(
    running: () => Promise<Run>,
    code: number,
    message: RegExp,
  ): Promise<void> {
    const earlier = files()
    const result = await running()
    const about = JSON.stringify(result)
    assert.deepEqual([result.code, result.stdout], [code, ''], about)
    assert.match(result.stderr, message)
    assert.ok(!/\n\s+at /.test(result.stderr), about)
    assert.deepEqual(files(), earlier)
  }

  const configs: [what: string, files: Record<string, string>, message: RegExp][] = [
    [
      'throws',
      { 'octavo.config.ts': "\nthrow new Error('no settings today')\n" },
      /^octavo: octavo\.config\.ts:2:7: no settings today\nNothing was changed\. Fix the file/,
    ],
    [
      'does not compile',
      {
        'octavo.config.ts': "import './schema/page.ts'\nexport default {}\n",
        'schema/page.ts': 'export const page = {\n  luid: page page\n}\n',
      },
      /^octavo: schema\/page\.ts:2: [^\n]+\nNothing was changed\. Fix the file/,
    ],
    [
      'imports a file that does not exist',
      { 'octavo.config.ts': "import './schema/pag.ts'\nexport default {}\n" },
      /^octavo: octavo\.config\.ts[^\n]*schema\/pag\.ts[^\n]*\nNothing was changed\. Fix the file/,
    ],
    [
      'has a bad option',
      { 'octavo.config.ts': configWith(["field.text('title', { requird: true })"]) },
      /^octavo: octavo\.config\.ts:6:\d+ models\[0\]\.fields\[0\]\.requird: [^\n]*required[^\n]*\nNothing/,
    ],
    [
      'has no default export',
      { 'octavo.config.ts': 'export const config = {}\n' },
      /^octavo: octavo\.config\.ts: has no default export: write export default defineConfig/,
    ],
  ]
  for (const [what, texts, message] of configs) {
    it(`explains a configuration that ${what}`, async () => {
      for (const [name, text] of Object.entries(texts)) write(name, text)
      for (const command of [
        ['start', ...anyPort],
        ['dev', ...anyPort],
        ['schema', 'apply'],
      ]) {
        await refuses(() => octavo(command), 2, message)
      }
      rmSync(join(project.folder, 'octavo.config.ts'))
    })
  }

  it('explains a port that is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    after(() => server.close())
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    const words = ['start', '--port', port, '--assets-port', '0']
    const message = new RegExp(
      `^octavo: port ${port} is already in use\\.[^\\n]* --port[^\\n]*\\n$`,
    )
    await refuses(() => octavo(words), 1, message)
  })

  it('explains a folder without permission', async () => {
    const locked = join(project.folder, 'locked')
    mkdirSync(locked)
    chmodSync(locked, 0o500)
    const message = /^octavo: .*locked\/data: permission denied\. [^\n]*choose another[^\n]*\n$/
    const words = ['start', '--data', 'locked/data', ...anyPort]
    await refuses(() => octavo(words, {}, asUser), 1, message)
    write('octavo.config.ts', configWith(["field.text('title')"]))
    await refuses(
      () => octavo(['dev', '--data', 'locked/data', ...anyPort], {}, asUser),
      1,
      message,
    )
    chmodSync(locked, 0o700)
    rmSync(locked, { recursive: true })
  })

  it('explains a wrong token and a lost connection, and continues an import', async () => {
    write('octavo.config.ts', configWith(["field.text('title')"]))
    const lines = Array.from({ length: 900 }, (_, at) =>
      JSON.stringify({ model: 'page', fields: { title: `Page ${at}` } }),
    )
    write('items.ndjson', `${lines.join('\n')}\n`)
    assert.equal((await octavo(['schema', 'apply'])).code, 0)
    const token = await octavo(['token', 'create', '--name', 'CI', '--role', 'admin'])
    const start = { command: ['npx', 'octavo', 'start', ...anyPort], lastLine: /Assets/ }
    await withServer(project, node, start, async (printed) => {
      const proxy = await cuttingProxy(new URL(addressesIn(printed).api).origin)
      const importing = (secret: string): Promise<Run> =>
        octavo(['content', 'import', 'items.ndjson'], {
          OCTAVO_URL: proxy.url,
          OCTAVO_TOKEN: secret,
        })
      const wrong = /^octavo: [^\n]* does not accept OCTAVO_TOKEN: [^\n]*octavo token create\.\n$/
      await refuses(() => importing(`octavo_token_${'a'.repeat(43)}`), 1, wrong)
      let count = 0
      proxy.cut = (method) => (method === 'POST' && ++count === 3 ? 'after' : undefined)
      const lost =
        /^octavo: cannot reach [^\n]*\. Run the same command again: it continues at line \d+ or later\.$/m
      await refuses(() => importing(token.stdout.trim()), 1, lost)
      proxy.cut = () => undefined
      const again = await importing(token.stdout.trim())
      assert.equal(again.code, 0, again.stderr)
      const exported = (await octavo(['content', 'export'])).stdout.trim().split('\n')
      assert.deepEqual(
        exported.map((line) => (JSON.parse(line) as { fields: { title: string } }).fields.title),
        lines.map((_, at) => `Page ${at}`),
      )
    })
  })
})
