/**
 * Runs every example of docs/. The `sh` blocks of a page run in one shell, in order, on a new demo, with
 * URL, KEY (reads drafts and writes), PUBLISHED_KEY and ASSETS set, and a temporary HOME. They start in
 * the folder of the repository. A `json` block below one is its expected output: one value, or a list
 * if it prints several. "…" matches any text.
 */
import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('..', import.meta.url))
const program = join(repository, 'packages/server/bin/octavo.js')

interface Example {
  line: number
  script: string
  expected: unknown
}

const pages = (await readdir(join(repository, 'docs'))).filter((name) => name.endsWith('.md'))
for (const page of pages) {
  const examples = examplesIn(await readFile(join(repository, 'docs', page), 'utf8'))
  if (examples.length === 0) continue
  describe(`examples of docs/${page}`, () => {
    it('print the expected output', async () => {
      const demo = await startDemo()
      try {
        const printed = await runAll(examples, demo.environment)
        for (const [index, { line, expected }] of examples.entries()) {
          if (expected === undefined) continue
          const values = jsonValues(printed[index] ?? '', line)
          const actual = values.length === 1 && !isListOf(expected, 1) ? values[0] : values
          assert.deepEqual(withGaps(actual, expected), expected, `docs/${page}, line ${line}`)
        }
      } finally {
        await demo.stop()
      }
    })
  })
}

function examplesIn(page: string): Example[] {
  const examples: Example[] = []
  const blocks = page.matchAll(/^```(\w*)\n([^]*?)^```$/gm)
  for (const { 1: language, 2: content = '', index } of blocks) {
    const line = page.slice(0, index).split('\n').length
    if (language === 'sh') examples.push({ line, script: content, expected: undefined })
    const last = examples.at(-1)
    if (language === 'json' && last?.expected === undefined && last) {
      last.expected = JSON.parse(content)
    }
  }
  return examples
}

const separator = '=== next example ==='

/** Uses one shell for all examples, so that variables are shared. */
async function runAll(examples: readonly Example[], environment: NodeJS.ProcessEnv) {
  const script = examples
    .map(({ script: lines }) => `${lines}\necho; echo '${separator}'\n`)
    .join('')
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: repository,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [printed, errors] = await Promise.all([text(shell.stdout), text(shell.stderr)])
  assert.equal(shell.exitCode ?? (await exitOf(shell)), 0, errors)
  return printed.split(`\n${separator}\n`)
}

/** Splits the output of several calls, which has no separators, into JSON values. */
function jsonValues(printed: string, line: number): unknown[] {
  const parts = printed.trim().split(/(?<=[}\]])\s*(?=\{"(?:id|status|_?[a-z]))/)
  const values: unknown[] = []
  let pending = ''
  for (const part of parts) {
    pending += part
    try {
      values.push(JSON.parse(pending))
      pending = ''
    } catch {
      // The split was inside a value: append the next part.
    }
  }
  assert.equal(pending, '', `the example in line ${line} does not print JSON`)
  return values
}

function isListOf(value: unknown, length: number): boolean {
  return Array.isArray(value) && value.length === length
}

/** Replaces values by "…" where `expected` has it. */
function withGaps(actual: unknown, expected: unknown): unknown {
  if (expected === '…' && typeof actual === 'string') return '…'
  if (Array.isArray(actual) && Array.isArray(expected)) {
    return actual.map((entry, index) => withGaps(entry, expected[index]))
  }
  if (isObject(actual) && isObject(expected)) {
    return Object.fromEntries(
      Object.entries(actual).map(([name, value]) => [name, withGaps(value, expected[name])]),
    )
  }
  return actual
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

async function startDemo() {
  const data = await mkdtemp(join(tmpdir(), 'octavo-docs-'))
  const options = ['start', '--demo', '--port', '0', '--assets-port', '0', '--data', data]
  const server = spawn(process.execPath, [program, ...options], {
    env: { ...process.env, DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const environment: NodeJS.ProcessEnv = { HOME: data, OCTAVO_DATA: data }
  const names = {
    API: 'URL',
    Assets: 'ASSETS',
    'Key, published': 'PUBLISHED_KEY',
    'Key, draft + write': 'KEY',
  }
  for await (const line of createInterface(server.stdout)) {
    for (const [label, name] of Object.entries(names)) {
      const [shown, value] = line.trim().split(/\s{2,}/)
      if (shown === label && value) environment[name] = value
    }
    if (line.startsWith('Try it')) break
  }
  const isComplete = Object.values(names).every((name) => environment[name])
  assert.ok(isComplete, 'the demo must print all URLs and keys')
  return {
    environment,
    async stop() {
      server.kill('SIGTERM')
      assert.equal(await exitOf(server), 0)
      await rm(data, { recursive: true, force: true })
    },
  }
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}
