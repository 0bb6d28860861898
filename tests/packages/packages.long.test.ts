/** The packages as users get them: packed, and installed from files into an empty folder. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { releaseVersion } from '../../scripts/pack/repository.ts'
import { isWithoutNodes, nodeFolder } from '../nodes/nodes.ts'
import { usePackages } from './packages.ts'
import { installProject, removeProject, run, withDemo, type Project } from './project.ts'

const repository = join(import.meta.dirname, '../..')
const version = releaseVersion()
const { nodes, tarballs } = usePackages()
const current = nodeFolder(nodes, 26)

const use = `
import { createClient, type Page } from '@octavo/client'
import type { Article, Schema } from './octavo.js'
const client = createClient<Schema>({ url: 'http://127.0.0.1:9/v1', key: 'x' })
export const articles: () => Promise<Page<Article>> = () => client.list({ model: 'article' })
// @ts-expect-error: there is no such field
export const wrong = () => client.list({ model: 'article', where: { nope: { eq: 1 } } })
`

describe('the published packages', () => {
  let project: Project

  before(async () => {
    project = await installProject(tarballs, current)
  })
  after(() => removeProject(project))

  it('are named by package and version', () => {
    assert.deepEqual(
      project.tarballs.map((path) => basename(path)),
      ['octavo-schema', 'octavo-client', 'octavo', 'create-octavo'].map(
        (name) => `${name}-${version}.tgz`,
      ),
    )
  })

  for (const name of ['octavo', '@octavo/client', '@octavo/schema', 'create-octavo']) {
    it(`${name} has a manifest without scripts, README and licence, and no sources or tests`, async () => {
      const folder = join(project.folder, 'node_modules', name)
      const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as object
      const { stdout } = await run(project, current, 'find', [folder, '-type', 'f'])
      const files = stdout.trim().split('\n')
      for (const key of ['scripts', 'devDependencies', 'private']) assert.ok(!(key in manifest))
      assert.deepEqual(
        files.filter((file) =>
          /^(?!.*\/templates\/).*((?<!\.d)\.ts$|\.test\.|\/testing\/)/.test(file),
        ),
        [],
      )
      for (const file of ['README.md', 'LICENSE']) assert.ok(files.includes(join(folder, file)))
    })
  }

  for (const major of [24, 26] as const) {
    const skip = major === 26 ? false : isWithoutNodes

    it(`start with a demo on Node ${major}`, { skip }, async () => {
      const folder = nodeFolder(nodes, major)
      const said = await run(project, folder, 'node', ['--version'])
      assert.match(said.stdout, new RegExp(`^v${major}\\.`))
      await withDemo(project, { nodeFolder: folder, data: `data-${major}` }, async (printed) => {
        const [, key = '', url = ''] = /X-SERVICE-API-KEY: (\S+)' '(\S+)'/.exec(printed) ?? []
        const response = await fetch(url, { headers: { 'X-SERVICE-API-KEY': key } })
        const { data } = (await response.json()) as { data: { _model: string }[] }
        assert.deepEqual(
          data.map(({ _model: model }) => model),
          ['article', 'article'],
        )
        const studio = await fetch(new URL('/', url), { headers: { accept: 'text/html' } })
        const page = await studio.text()
        const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(page) ?? []
        assert.equal((await fetch(new URL(script, url))).status, 200)
      })
    })

    it(`write types and check the installation on Node ${major}`, { skip }, async () => {
      const folder = nodeFolder(nodes, major)
      const octavo = (...words: string[]) => run(project, folder, 'npx', ['octavo', ...words])
      assert.equal((await octavo('--version')).stdout, `${version}\n`)
      const place = ['--data', `data-${major}`]
      const typed = await octavo('typegen', '--out', 'octavo.ts', ...place)
      assert.equal(typed.code, 0, typed.stderr)
      const checked = await octavo('doctor', ...place)
      assert.deepEqual([checked.code, checked.stdout], [0, ''])
    })
  }

  for (const moduleResolution of ['bundler', 'nodenext']) {
    it(`compile in a strict project with moduleResolution ${moduleResolution}`, async () => {
      const compilerOptions = {
        strict: true,
        noEmit: true,
        target: 'es2023',
        lib: ['es2023', 'dom', 'dom.iterable'],
        types: [],
        module: moduleResolution === 'bundler' ? 'esnext' : 'nodenext',
        moduleResolution,
      }
      const settings = { compilerOptions, files: ['use.ts'] }
      writeFileSync(join(project.folder, 'use.ts'), use)
      writeFileSync(join(project.folder, 'tsconfig.json'), JSON.stringify(settings))
      const compiler = join(repository, 'node_modules/typescript/bin/tsc')
      assert.equal((await run(project, current, 'node', [compiler])).stdout, '')
    })
  }

  it(
    'say on an older Node which one they need, and how to get it',
    { skip: isWithoutNodes },
    async () => {
      const { code, stdout, stderr } = await run(project, nodeFolder(nodes, 20), 'npx', [
        'octavo',
        'start',
      ])
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(
        stderr,
        /this is Node 20\.\S+, and Octavo needs Node 24\.11\.0 or later\.\nInstall/,
      )
    },
  )

  it('of different versions are reported by doctor', async () => {
    const path = join(project.folder, 'node_modules/@octavo/client/package.json')
    const manifest = readFileSync(path, 'utf8')
    writeFileSync(path, manifest.replace(`"version": "${version}"`, '"version": "0.1.0"'))
    const { code, stdout } = await run(project, current, 'npx', ['octavo', 'doctor'])
    writeFileSync(path, manifest)
    assert.equal(code, 1)
    assert.match(stdout, /@octavo\/client is version 0\.1\.0, and octavo is version/)
    assert.match(stdout, /npm install --save-exact @octavo\/client@/)
  })
})
