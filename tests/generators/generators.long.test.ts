/**
 * Clients that other tools generate from the OpenAPI document of the demo compile and work. Their
 * configuration and programs are the examples in docs/read-api.md.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { startServer, type RunningServer } from '../../packages/server/src/testing/octavo.ts'
import { makeKey } from '../../packages/server/src/testing/run-here.ts'

const run = promisify(execFile)
const repository = join(import.meta.dirname, '../..')
const page = readFileSync(join(repository, 'docs/read-api.md'), 'utf8')

/** The block of the page whose first line is a comment with this file name. */
function fileInDocs(name: string): string {
  const blocks = [...page.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code = '']) => code)
  const found = blocks.find((code) => code.startsWith(`// ${name}\n`))
  return found ?? assert.fail(`docs/read-api.md has no example ${name}`)
}

/** The commands of the page that run this tool, without `npx`. */
function commandInDocs(tool: string): string[] {
  const [, words] = new RegExp(`^npx (${tool}(?: .*)?)$`, 'm').exec(page) ?? []
  return words?.split(' ') ?? assert.fail(`docs/read-api.md has no command ${tool}`)
}

interface Generator {
  title: string
  /** The command, its configuration and the program that uses the client. */
  tool: string
  config?: string
  program: string
}

const generators: Generator[] = [
  { title: 'openapi-typescript', tool: 'openapi-typescript', program: 'with-openapi-fetch.ts' },
  {
    title: '@hey-api/openapi-ts',
    tool: 'openapi-ts',
    config: 'openapi-ts.config.ts',
    program: 'with-hey-api.ts',
  },
  { title: 'orval', tool: 'orval', config: 'orval.config.ts', program: 'with-orval.ts' },
]

describe('generated clients', { timeout: 600_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-generators-'))
  let server: RunningServer
  let environment: NodeJS.ProcessEnv
  let key: string

  before(
    async () => {
      for (const name of ['package.json', 'package-lock.json', '.npmrc']) {
        cpSync(join(import.meta.dirname, name), join(folder, name))
      }
      await run('npm', ['ci', '--prefer-offline', '--loglevel=error'], { cwd: folder })
      const data = join(folder, 'data')
      server = await startServer(['--demo', '--data', data])
      key = await makeKey({ reads: 'draft', writes: true }, ['--data', data])
      environment = { ...process.env, URL: server.baseUrl, KEY: key }
      const response = await fetch(`${server.baseUrl}/openapi.json`, {
        headers: { 'X-SERVICE-API-KEY': key },
      })
      writeFileSync(join(folder, 'openapi.json'), await response.text())
    },
    { timeout: 300_000 },
  )
  after(async () => {
    await server?.end('SIGTERM')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  const installed = (name: string): string => join(folder, 'node_modules/.bin', name)

  /** Returns the output of a program that runs in the folder of a project. */
  async function inProject(project: string, file: string, args: string[]): Promise<string> {
    try {
      const { stdout } = await run(file, args, { cwd: project, env: environment })
      return stdout
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string }
      return assert.fail(`${file} ${args.join(' ')}: ${stdout}${stderr}`)
    }
  }

  for (const { title, tool, config, program } of generators) {
    it(`of ${title} list with filters, read and write`, async () => {
      const project = join(folder, program.replace('.ts', ''))
      mkdirSync(project)
      cpSync(join(folder, 'openapi.json'), join(project, 'openapi.json'))
      if (config) writeFileSync(join(project, config), fileInDocs(config))
      const [name = '', ...args] = commandInDocs(tool)
      await inProject(project, installed(name), args)
      writeFileSync(join(project, program), fileInDocs(program))
      writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(compilerSettings(program)))
      await inProject(project, installed('tsc'), ['-p', '.'])
      const compiled = join('out', program.replace('.ts', '.js'))
      const printed = await inProject(project, process.execPath, [compiled])
      const { titles, author, written, error } = JSON.parse(printed) as Record<string, unknown>
      assert.deepEqual(titles, ['Ferry-galley curry', 'Tea for a power cut'])
      assert.equal((author as { name: string }).name, 'Kenji Wakamatsu')
      assert.equal(error, undefined)
      const { id } = written as { id: number }
      const response = await fetch(`${server.baseUrl}/contents/${id}?select=_model,name,_status`, {
        headers: { 'X-SERVICE-API-KEY': key },
      })
      assert.deepEqual(await response.json(), {
        _model: 'category',
        name: 'Maps',
        _status: 'draft',
      })
    })
  }
})

function compilerSettings(program: string): object {
  return {
    compilerOptions: {
      strict: true,
      target: 'es2023',
      module: 'nodenext',
      lib: ['es2023', 'dom', 'dom.iterable'],
      types: ['node'],
      outDir: 'out',
      skipLibCheck: true,
      rewriteRelativeImportExtensions: true,
    },
    files: [program],
  }
}
