import assert from 'node:assert/strict'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, describe, it } from 'node:test'
import { run } from './run.ts'
import { templates } from './templates.ts'

const folder = mkdtempSync(join(tmpdir(), 'octavo-create-'))
after(() => rmSync(folder, { recursive: true, force: true }))

interface Result {
  code: number
  printed: string
  noted: string
}

async function create(
  words: readonly string[],
  { input = '', environment = {} }: { input?: string; environment?: NodeJS.ProcessEnv } = {},
): Promise<Result> {
  const printed: string[] = []
  const noted: string[] = []
  const code = await run(words, {
    version: '1.2.3',
    environment,
    folder,
    stdin: Readable.from([input]),
    isTerminal: false,
    print: (line) => void printed.push(line),
    note: (line) => void noted.push(line),
  })
  return { code, printed: printed.join('\n'), noted: noted.join('\n') }
}

const isThere = (name: string): boolean => readdirSync(folder).includes(name)
const textOf = (...path: string[]): string => readFileSync(join(folder, ...path), 'utf8')

describe('create-octavo', () => {
  it('writes the files of a project with the words of the package manager that runs it', async () => {
    const environment = { npm_config_user_agent: 'pnpm/11.28.11 npm/? node/v26.10.0 linux x64' }
    const words = ['notes', '--template', 'blank', '--no-install']
    const { code, printed } = await create(words, { environment })
    assert.equal(code, 0)
    assert.match(printed, /\nNext:\n {2}cd notes\n {2}pnpm install\n {2}pnpm dev\n/)
    assert.deepEqual(readdirSync(join(folder, 'notes')).toSorted(), [
      '.env.example',
      '.gitignore',
      'README.md',
      'octavo.config.ts',
      'package.json',
      'schema',
      'tsconfig.json',
    ])
    const manifest = JSON.parse(textOf('notes', 'package.json')) as Record<string, object>
    assert.deepEqual(manifest['dependencies'], { '@octavo/client': '1.2.3', octavo: '1.2.3' })
    assert.deepEqual(Object.keys(manifest['scripts'] ?? {}), ['dev', 'start', 'typegen', 'backup'])
    assert.match(textOf('notes', '.gitignore'), /^\.env$/m)
    assert.match(textOf('notes', 'README.md'), /`pnpm dev`.*\n.*`pnpm exec octavo schema apply`/)
  })

  for (const { name } of templates) {
    it(`has a template ${name} whose configuration imports its models`, async () => {
      const { code } = await create([`a-${name}`, '--template', name, '--no-install'])
      assert.equal(code, 0)
      const models = readdirSync(join(folder, `a-${name}`, 'schema'))
      const config = textOf(`a-${name}`, 'octavo.config.ts')
      for (const model of models) assert.ok(config.includes(`from './schema/${model}'`))
    })
  }

  it('uses a folder that is empty or contains only .git, and names the package after it', async () => {
    mkdirSync(join(folder, 'empty', '.git'), { recursive: true })
    const { code } = await create(['./empty/', '--no-install', '--template', 'blank'])
    assert.equal(code, 0)
    assert.match(textOf('empty', 'package.json'), /"name": "empty"/)
  })

  const invalid: [string, string[], RegExp[]][] = [
    [
      'an unknown flag',
      ['a', '--tempalte', 'blog'],
      [/unknown option --tempalte; did you mean --template\?/],
    ],
    [
      'an unknown template',
      ['a', '--template', 'blogs'],
      [/must be one of blank, blog.*not "blogs"; did you mean blog\?/],
    ],
    ['a flag without a value', ['a', '--email'], [/--email needs a value/]],
    ['a bad name', ['My Site!'], [/"My Site!" cannot be the name of a project: .*such as my-site/]],
    ['two folders', ['a', 'b'], [/unexpected argument "b"/]],
    [
      'several mistakes at once',
      ['a', '--email', 'nobody', '--package-manager', 'npmm'],
      [
        /"nobody" is not an email address/,
        /must be one of npm, pnpm, yarn, bun, not "npmm"; did you mean npm\?/,
      ],
    ],
    [
      'an account without an installation',
      ['a', '--no-install', '--email', 'a@b.example'],
      [/--email has no effect with --no-install/],
    ],
  ]
  for (const [name, words, messages] of invalid) {
    it(`refuses ${name}`, async () => {
      const { code, noted } = await create(words)
      assert.equal(code, 2, noted)
      for (const message of messages) assert.match(noted, message)
      assert.match(noted, /--help/)
      assert.ok(!isThere('a'))
    })
  }

  it('refuses a short password before anything else', async () => {
    const { code, noted } = await create(['a', '--password-stdin'], { input: 'short\n' })
    assert.equal(code, 2)
    assert.match(noted, /the password must have 8 to 1024 characters/)
    assert.ok(!isThere('a'))
  })

  it('refuses a folder that is not empty, and a file', async () => {
    mkdirSync(join(folder, 'full'))
    for (const name of ['a', 'b', 'c', 'd']) writeFileSync(join(folder, 'full', name), '')
    const full = await create(['full', '--no-install'])
    assert.equal(full.code, 1)
    assert.match(full.noted, /full is not empty: it contains a, b, c and 1 more\. Choose another/)
    assert.equal(readdirSync(join(folder, 'full')).length, 4)
    assert.match((await create(['full/a', '--no-install'])).noted, /full\/a is a file/)
    assert.match((await create(['full/a/b', '--no-install'])).noted, /is a file/)
  })

  const isRoot = process.getuid?.() === 0 && 'root may write everywhere'
  it('refuses a folder without permission', { skip: isRoot }, async () => {
    mkdirSync(join(folder, 'locked'))
    chmodSync(join(folder, 'locked'), 0o500)
    const { code, noted } = await create(['locked/a', '--no-install'])
    assert.equal(code, 1)
    assert.match(noted, /no permission to write to .*locked/)
  })

  it('removes everything if the installation fails, and says why', async () => {
    mkdirSync(join(folder, 'programs'))
    const program = join(folder, 'programs', 'npm')
    writeFileSync(program, '#!/bin/sh\nmkdir node_modules; echo "no network" >&2; exit 1\n')
    chmodSync(program, 0o755)
    const environment = { PATH: `${join(folder, 'programs')}:/usr/bin:/bin` }
    for (const name of ['fails', 'fails/deep', 'empty-before']) {
      if (name === 'empty-before') mkdirSync(join(folder, name))
      const { code, noted } = await create([name], { environment })
      assert.equal(code, 1)
      assert.match(
        noted,
        /npm install failed\. Nothing was created\.\n {2}no network\nFix the cause/,
      )
      assert.ok(!isThere('fails'))
    }
    assert.deepEqual(readdirSync(join(folder, 'empty-before')), [])
    assert.equal(statSync(join(folder, 'empty-before')).isDirectory(), true)
  })

  it('prints its help and its version', async () => {
    assert.match((await create(['--help'])).printed, /--package-manager NAME.*npm, pnpm, yarn, bun/)
    assert.equal((await create(['--version'])).printed, '1.2.3')
  })
})
