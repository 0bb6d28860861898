/** For tests of commands that read and write the content of another installation. */
import { writeFile } from 'node:fs/promises'
import type { Role } from '@octavo/schema/roles.ts'
import { createToken } from '../access/management-tokens.ts'
import { exportContent } from '../transfer/export.ts'
import type { TestApp } from './app-factory.ts'
import { octavoHere, type Outcome } from './run-here.ts'
import { writeRoot } from './write-root.ts'

/** An installation with the models of `writeRoot`. */
export async function remoteApp(freshApp: () => Promise<TestApp>): Promise<TestApp> {
  const app = await freshApp()
  await app.applyTestSchema(writeRoot)
  return app
}

/** Lines for `content import` in the root space of `writeRoot`. They refer ahead and back, and half of them have no id. */
export function sampleLines(count: number): object[] {
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1
    if (number % 9 === 0)
      return { model: 'author', id: number, fields: { name: `Author ${number}` } }
    return {
      model: 'article',
      ...(number % 2 === 0 && { id: number }),
      ...(number % 5 === 0 && { space: 'tokyo' }),
      published: number % 3 === 0,
      created_at: '2026-01-02T03:04:05.000Z',
      fields: { title: `Article ${number}`, author: number < count / 2 ? count : 9 },
      'fields[ja]': { title: `記事 ${number}` },
      ...(number % 3 === 0 && { draft: { fields: { title: 'Draft' } } }),
      ...(number % 7 === 0 && { archived: true }),
    }
  })
}

/** Texts are written as they are, which may not be JSON. */
export async function writeLines(path: string, lines: readonly unknown[]): Promise<string> {
  const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
  await writeFile(path, `${texts.join('\n')}\n`)
  return path
}

export async function tokenOf(
  { deps }: TestApp,
  role: Role = 'admin',
  spaceIds: number[] | null = null,
): Promise<string> {
  const settings = { name: `CI ${role}`, role, spaceIds, expiresAt: null, actor: 'cli' } as const
  return (await createToken(deps, settings)).token
}

/** Runs a command with `--url`, by default with a token of its own. */
export async function runRemotely(
  app: TestApp,
  command: string,
  { url = app.addresses.api, token = '' } = {},
): Promise<Outcome> {
  return octavoHere([...command.split(' '), '--url', url], {
    environment: { OCTAVO_TOKEN: token || (await tokenOf(app)) },
  })
}

/** What a local export writes. */
export async function exportedFrom({ deps }: TestApp): Promise<string> {
  let text = ''
  await exportContent(deps, { rootId: 1, write: async (part) => void (text += part) })
  return text
}
