import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'

const repository = join(import.meta.dirname, '..')
const server = 'packages/server/src'
const imports = 'eslint(no-restricted-imports)'

interface BadFile {
  path: string
  code: string
  rule: string
  says?: RegExp
}

const bad: BadFile[] = [
  {
    path: `${server}/content/ring-a.ts`,
    code: `import { b } from './ring-b.ts'\nexport const a = () => b()\n`,
    rule: 'import(no-cycle)',
  },
  {
    path: `${server}/content/ring-b.ts`,
    code: `import { c } from '../media/ring-c.ts'\nexport const b = () => c()\n`,
    rule: 'import(no-cycle)',
  },
  {
    path: `${server}/media/ring-c.ts`,
    code: `import type { a } from '../content/ring-a.ts'\nexport const c = (): typeof a | null => null\n`,
    rule: 'import(no-cycle)',
  },
  importing(`${server}/content/a.ts`, '../http/route.ts', /cli, http, main → features/),
  importing(`${server}/delivery/b.ts`, '../main.ts', /cli, http, main → features/),
  importing(`${server}/access/deep/c.ts`, '../../cli/start.ts', /cli, http, main → features/),
  importing(`${server}/query/d.ts`, '../content/items.ts', /features → changes, store → query/),
  importing(
    `${server}/store/sql/e.ts`,
    '../../media/media.ts',
    /features → changes, store → query/,
  ),
  importing(`${server}/fields/f.ts`, '../http/route.ts', /cli, http, main → features/),
  importing(`${server}/changes/o.ts`, '../events/record.ts', /features → changes, store → query/),
  importing(`${server}/query/p.ts`, '../store/store.ts', /features → changes, store → query/),
  importing(`${server}/text/q.ts`, '../changes/feed.ts', /features → changes, store → query/),
  importing(`${server}/webhooks/r.ts`, '../http/route.ts', /cli, http, main → features/),
  importing(`${server}/live/s.ts`, '../store/open-store.ts', /alone open one/),
  importing(`${server}/content/g.ts`, '../store/sqlite/sqlite.ts', /Import store\/store\.ts/),
  importing(`${server}/http/routes/h.ts`, '../../store/sql/items.ts', /Import store\/store\.ts/),
  importing(`${server}/app.ts`, './store/postgres/postgres.ts', /store\/open-store\.ts/),
  importing(`${server}/content/i.ts`, '../store/open-store.ts', /alone open one/),
  importing(`${server}/store/store.ts`, './sql/dialect.ts', /does not know what implements it/),
  importing(`${server}/store/records.ts`, 'pg', /interface in store\/store\.ts/),
  importing(`${server}/content/j.ts`, 'pg', /interface in store\/store\.ts/),
  importing(`${server}/main.ts`, 'node:sqlite', /interface in store\/store\.ts/),
  importing(`${server}/content/k.test.ts`, 'pg', /interface in store\/store\.ts/),
  importing(`${server}/content/l.ts`, '../testing/postgres.ts', /Only tests import/),
  importing(`${server}/content/m.ts`, '@octavo/client/client.ts', /only @octavo\/schema/),
  importing(`${server}/content/n.ts`, '../../../schema/src/errors.ts', /only @octavo\/schema/),
  importing('packages/schema/src/a.ts', 'node:fs', /no I\/O/),
  importing('packages/schema/src/b.ts', '@octavo/server/main.ts', /no other package/),
  importing('packages/client/src/a.ts', 'zod', /no dependencies/),
  importing('packages/client/src/b.ts', '@octavo/schema/errors.ts', /import type/),
  importing('packages/client/src/c.ts', '../../server/src/app.ts', /no dependencies/),
  importing('packages/studio/src/a.ts', '@octavo/server/main.ts', /@octavo\/client alone/),
  importing('packages/studio/src/c.ts', '@octavo/server', /@octavo\/client alone/),
  importing('packages/studio/src/b.ts', '../../server/src/main.ts', /@octavo\/client alone/),
  importing('packages/studio/src/d.ts', '@octavo/schema/admin/media.ts', /out of the bundle/),
  importing('packages/schema/src/c.ts', 'zod', /out of the bundle/),
  importing('packages/schema/src/d.ts', './admin/media.ts', /out of the bundle/),
  {
    path: `${server}/content/lazy.ts`,
    code: `export const lazy = () => import('../store/postgres/postgres.ts')\n`,
    rule: imports,
    says: /Import store\/store\.ts/,
  },
  {
    path: `${server}/content/through.ts`,
    code: `export { openPostgres } from '../store/postgres/postgres.ts'\n`,
    rule: imports,
    says: /Import store\/store\.ts/,
  },
  {
    path: `${server}/content/type-only.ts`,
    code: `import type { Pool } from 'pg'\nexport type Connection = Pool\n`,
    rule: imports,
    says: /interface in store\/store\.ts/,
  },
  {
    path: 'packages/client/src/type-only.ts',
    code: `import type { ZodType } from 'zod'\nexport type Type = ZodType\n`,
    rule: imports,
    says: /no dependencies/,
  },
  {
    path: 'packages/client/src/type-path.ts',
    code: `import type { App } from '../../server/src/app.ts'\nexport type Type = App\n`,
    rule: imports,
    says: /no dependencies/,
  },
  {
    path: 'packages/client/src/type-server.ts',
    code: `import type { App } from '@octavo/server/app.ts'\nexport type Type = App\n`,
    rule: imports,
    says: /no dependencies/,
  },
  {
    path: `${server}/http/environment.ts`,
    code: `export const port = process.env['PORT']\n`,
    rule: 'node(no-process-env)',
  },
  {
    path: `${server}/content/loose.ts`,
    code: `export const loose = (value: any): unknown => value\n`,
    rule: 'typescript(no-explicit-any)',
  },
  {
    path: `${server}/content/index.ts`,
    code: `export * from './lone.ts'\n`,
    rule: 'oxc(no-barrel-file)',
  },
  {
    path: `${server}/content/floating.ts`,
    code: `const work = async () => {}\nexport const start = () => {\n  work()\n}\n`,
    rule: 'typescript(no-floating-promises)',
  },
]

const good: Record<string, string> = {
  [`${server}/config.ts`]: `export const port = process.env['PORT']\n`,
  [`${server}/content/lone.ts`]: `export const lone = 1\n`,
  [`${server}/content/fine.ts`]: use('../store/store.ts', '../query/d.ts', '@octavo/schema/e.ts'),
  [`${server}/cli/start.ts`]: use('../content/fine.ts', '../store/open-store.ts'),
  [`${server}/http/route.ts`]: use('../content/fine.ts'),
  [`${server}/webhooks/delivery-thread.ts`]: use('../store/open-store.ts'),
  [`${server}/store/postgres/postgres.ts`]: use('pg', '../sql/items.ts', '../../query/tree.ts'),
  [`${server}/store/sqlite/sqlite.ts`]: use('node:sqlite', '../records.ts'),
  [`${server}/store/contract.test.ts`]: use('pg', '../testing/postgres.ts'),
  [`${server}/testing/postgres.ts`]: use('pg', '../store/open-store.ts'),
  [`${server}/content/fine.test.ts`]: `${use('../testing/postgres.ts', '../app.ts')}
import { describe, it } from 'node:test'
it('runs', () => {})
describe('more', () => {
  it('runs', () => {})
})
`,
  'packages/client/src/fine.ts': `import type { T } from '@octavo/schema/e.ts'\nexport type U = T\n`,
  'packages/client/src/fine.test.ts': `import { it } from 'node:test'\nit('runs', () => {})\n`,
  'packages/schema/src/fine.test.ts': `import { it } from 'node:test'\nit('runs', () => {})\n`,
  'packages/schema/src/admin/fine.ts': use('zod', '../errors.ts'),
  'packages/schema/src/fine.ts': `import type { T } from './admin/fine.ts'\nexport type U = T\n`,
  'packages/studio/src/fine.ts': use('react', '@octavo/client/client.ts', '@octavo/schema/e.ts'),
  'packages/studio/src/also-fine.ts': `${use('@octavo/schema/choices.ts')}
import type { T } from '@octavo/schema/admin/media.ts'\nexport type U = T\n`,
}

describe('lint rules', () => {
  const tree = mkdtempSync(join(tmpdir(), 'octavo-lint-'))
  let findings: Finding[]

  before(() => {
    for (const name of ['oxlint.config.ts', 'tsconfig.json', 'package.json']) {
      copyFileSync(join(repository, name), join(tree, name))
    }
    symlinkSync(join(repository, 'node_modules'), join(tree, 'node_modules'))
    for (const { path, code } of bad) write(tree, path, code)
    for (const [path, code] of Object.entries(good)) write(tree, path, code)
    findings = lint(tree)
  })
  after(() => rmSync(tree, { recursive: true, force: true }))

  for (const { path, code, rule, says } of bad) {
    it(`${rule} reports ${path}: ${code.split('\n', 1)[0]}`, () => {
      const found = findings.find((finding) => finding.path === path && finding.rule === rule)
      assert.ok(
        found,
        `found in this file: ${JSON.stringify(findings.filter((f) => f.path === path))}`,
      )
      if (says) assert.match(found.text, says)
    })
  }

  for (const path of Object.keys(good)) {
    it(`${path} passes`, () => {
      assert.deepEqual(
        findings.filter((finding) => finding.path === path),
        [],
      )
    })
  }
})

interface Finding {
  path: string
  rule: string
  text: string
}

function lint(tree: string): Finding[] {
  const { stdout, stderr } = spawnSync('node_modules/.bin/oxlint', ['--format=json', 'packages'], {
    cwd: tree,
    encoding: 'utf8',
  })
  assert.match(stdout, /^\{/, `oxlint failed: ${stdout}${stderr}`)
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { filename: string; code: string; message: string; help?: string }[]
  }
  return diagnostics.map(({ filename, code, message, help }) => ({
    path: filename,
    rule: code,
    text: `${message} ${help ?? ''}`,
  }))
}

function write(tree: string, path: string, code: string): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true })
  writeFileSync(join(tree, path), code)
}

function importing(path: string, specifier: string, says: RegExp): BadFile {
  return { path, code: use(specifier), rule: imports, says }
}

/** The imports are used, so that only their targets can be reported. */
function use(...specifiers: string[]): string {
  const names = specifiers.map((_, index) => `import { name${index} } from '${specifiers[index]}'`)
  return `${names.join('\n')}\nexport const used = [${specifiers.map((_, index) => `name${index}`).join()}]\n`
}
