import assert from 'node:assert/strict'
import { relative } from 'node:path'
import { after, describe, it } from 'node:test'
import { configWith, createProject } from '../testing/project.ts'
import { BadConfig } from './bad-config.ts'
import { loadConfig } from './load.ts'

const project = createProject()
after(project.remove)

let count = 0

/** Each text is a file of its own. */
function load(text: string, others: Record<string, string> = {}) {
  const name = `config-${++count}.ts`
  project.write({ ...others, [name]: text })
  return loadConfig(project.path(name))
}

async function problemsOf(text: string, others?: Record<string, string>): Promise<string[]> {
  try {
    await load(text, others)
  } catch (error) {
    assert.ok(error instanceof BadConfig, String(error))
    return error.problems.map(({ path, message }) =>
      `${path}: ${message}`
        .replaceAll(`${project.folder}/`, '')
        .replaceAll(/config-\d+/g, 'config'),
    )
  }
  return assert.fail('it was accepted')
}

describe('a configuration file', () => {
  it('gives its schema, its settings and the files that it imports', async () => {
    const config = await load(
      `import { defineConfig } from 'octavo/config'
      import { author } from './schema/author.ts'
      const limits: { port: number } = { port: 4100 }
      export default defineConfig({
        ...limits, data: 'here', fastLane: false, allowedHosts: ['a', 'b'], types: 'types.ts',
        languages: ['en'], models: [author],
      })`,
      {
        'schema/author.ts': `import { defineModel, field } from 'octavo/config'
          export const author = defineModel({ luid: 'author', title: 'name', fields: [
            field.text('name', { required: true }), field.reference('friend', { models: ['author'] }),
            field.repeat('links', { fields: [field.text('label', { name: undefined })] }),
          ] })`,
      },
    )
    assert.deepEqual(config.schema?.value, {
      languages: ['en'],
      models: [
        {
          luid: 'author',
          title: 'name',
          fields: [
            { luid: 'name', type: 'text', required: true },
            { luid: 'friend', type: 'reference', models: ['author'] },
            { luid: 'links', type: 'repeat', fields: [{ luid: 'label', type: 'text' }] },
          ],
        },
      ],
    })
    const values = Array.from(config.variables, ([variable, { value }]) => [variable, value])
    assert.deepEqual(Object.fromEntries(values), {
      OCTAVO_ALLOWED_HOSTS: 'a,b',
      OCTAVO_DATA: project.path('here'),
      OCTAVO_FAST_LANE: '0',
      OCTAVO_MODELS_FILE: `config-${count}.ts`,
      OCTAVO_PORT: '4100',
    })
    assert.equal(config.types, project.path('types.ts'))
    const files = config.files.map((path) => relative(project.folder, path))
    assert.deepEqual(files, [`config-${count}.ts`, 'schema/author.ts', '.env'])
  })

  it('has settings in .env beside it, which win over its own; the file itself can read them', async () => {
    const beside = createProject({
      '.env':
        'OCTAVO_PORT=4200\nOCTAVO_DATA=there\nOCTAVO_HOST=\nOCTAVO_KEY=of the site\nSPACE_NAME=notes\n',
      'octavo.config.ts':
        'const { SPACE_NAME: luid } = process.env\n' +
        "export default { port: 4100, host: '::1', languages: ['en'], spaces: [{ luid }] }\n",
    })
    const { variables, schema } = await loadConfig(beside.path('octavo.config.ts'))
    const values = Array.from(variables, ([name, { value }]) => [name, value])
    assert.deepEqual(Object.fromEntries(values), {
      OCTAVO_DATA: beside.path('there'),
      OCTAVO_HOST: '::1',
      OCTAVO_PORT: '4200',
    })
    assert.equal(variables.get('OCTAVO_PORT')?.source, '.env: OCTAVO_PORT')
    assert.deepEqual(schema?.value, { languages: ['en'], spaces: [{ luid: 'notes' }] })
    beside.remove()
  })

  it('writes models that are given as objects by LUID, and field sets too', async () => {
    const { schema } =
      await load(`import { defineConfig, defineFieldSet, defineModel, field } from 'octavo/config'
      const seo = defineFieldSet({ luid: 'seo', fields: [field.text('t')] })
      const a = defineModel({ luid: 'a', fields: [field.fieldset(seo)] })
      const b = defineModel({ luid: 'b', fields: [
        field.reference('to', { models: [a, 'b'] }), field.combination('all', { fieldSets: [seo] }),
      ] })
      export default defineConfig({ languages: ['en'], fieldSets: [seo], models: [a, b] })`)
    assert.ok(schema)
    const { models } = schema.value as { models: { fields: unknown[] }[] }
    assert.deepEqual(models[0]?.fields, [{ luid: 'seo', type: 'fieldset' }])
    assert.deepEqual(models[1]?.fields, [
      { luid: 'to', type: 'reference', models: ['a', 'b'] },
      { luid: 'all', type: 'combination', fieldSets: ['seo'] },
    ])
  })

  it('is refused with all of its problems and their lines', async () => {
    const fields = ["field.text('a', { maxLength: -3 })", "field.select('b', { options: [] })"]
    const settings = 'prot: 1, port: 1e9, hooks: {}, types: 3, cdn: () => 1, '
    assert.deepEqual(await problemsOf(configWith(fields, settings)), [
      'config.ts:6:11 models[0].fields[0].maxLength: must be a whole number of at least 1, is number -3',
      'config.ts:7:11 models[0].fields[1].options: is empty: list at least one value',
      'config.ts:11:16 cdn: must be plain data, not a function',
      'config.ts:11:16 prot: unknown key: did you mean "port"?',
      'config.ts:11:16 hooks: is reserved for a later version',
      'config.ts:11:16 port: must be a port number from 0 to 65535, not "1000000000"',
      'config.ts:11:16 types: must be the name of a file',
    ])
    const many = Array.from({ length: 150 }, (_, at) => `k${at}: 1`).join(',')
    const all = await problemsOf(`export default { ${many} }`)
    assert.equal(all.length, 101)
    assert.match(all.at(-1) ?? '', /more/)
  })

  it('is refused where a model or a title is not there', async () => {
    const problems = await problemsOf(`import { defineConfig } from 'octavo/config'
      const page = { luid: 'page', title: 'nam', fields: [
        { luid: 'name', type: 'text' }, { luid: 'to', type: 'reference', models: ['autor'] },
      ] }
      export default defineConfig({ languages: ['en'], models: [page] } as never)`)
    assert.equal(problems.length, 2)
    assert.match(problems.join('\n'), /title: .*"nam".*did you mean "name"/)
    assert.match(problems.join('\n'), /models\[0\]: .*"autor"/)
  })

  const faults: [what: string, text: string, message: RegExp][] = [
    ['throws', 'const a: number = 1\nthrow new Error("boom")', /^config\.ts:2:7: boom$/],
    ['throws no error', 'throw "boom"', /^config\.ts: boom$/],
    ['does not parse', 'const a = {\n  x: 1 y: 2\n}', /^config\.ts:2: Expected ','/],
    ['declares a name twice', 'let a = 1\nlet a = 2\nexport {}', /^config\.ts: Identifier 'a'/],
    ['uses an enum', 'enum A { B }', /^config\.ts:1: TypeScript enum is not supported/],
    ['imports nothing', 'import "./no.ts"', /^config\.ts: Cannot find module 'no\.ts'/],
    ['exports nothing', 'export const a = 1', /^config\.ts: has no default export: write /],
    ['exports a list', 'export default []', /^config\.ts: has no default export/],
    ['never ends', 'await new Promise(() => {})', /^config\.ts: waits for something that never/],
    ['ends the process', 'process.exit(3)', /^config\.ts: ended its process with exit code 3/],
  ]
  for (const [what, text, message] of faults) {
    it(`that ${what} is refused in one line`, async () => {
      const problems = await problemsOf(text)
      assert.equal(problems.length, 1)
      assert.match(problems[0] ?? '', message)
    })
  }

  it('names the line of an imported file', async () => {
    const problems = await problemsOf('import "./part.ts"', { 'part.ts': '\nthrow new Error("x")' })
    assert.deepEqual(problems, ['part.ts:2:7: x'])
  })
})
