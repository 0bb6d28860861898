/** The public API of a published package, so that each change of it appears in the diff. */
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import { compile } from './compile.ts'
import { publishedManifest } from './manifest.ts'
import type { PublishedPackage } from './packages.ts'
import { repository } from './repository.ts'

/** The declarations are the same as with checked types, which take twice the time; `npm run types` checks them. */
const declarationsOnly = ['--emitDeclarationOnly', '--noCheck']

export function reportPath({ folder }: PublishedPackage): string {
  return join(repository, 'packages', folder, 'api.md')
}

/** The manifest, then the declarations of every file that the entries lead to. */
export function apiReport(published: PublishedPackage): string {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-api-'))
  try {
    if (published.report.length > 0) compile(published, folder, declarationsOnly)
    const files = new Map<string, string>()
    const patterns = published.report.map((pattern) => `${pattern}.d.ts`)
    for (const path of globSync(patterns, { cwd: folder }).toSorted()) {
      collect(folder, path, files)
    }
    const parts = [...files].map(([path, text]) => `## ${path}\n${block('ts', text)}`)
    return [introduction(published), manifestPart(published), ...parts].join('\n')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function introduction({ name }: PublishedPackage): string {
  return `# The API of ${name}

Written by \`npm run api\` from the types that are published. A test fails where it is out of date: a change here
is a change for users.
`
}

/** Without what every release changes. */
function manifestPart(published: PublishedPackage): string {
  const manifest = { ...publishedManifest(published), version: undefined, dependencies: undefined }
  return `## package.json\n${block('json', JSON.stringify(manifest, null, 2))}`
}

function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trim()}\n\`\`\`\n`
}

function collect(folder: string, path: string, files: Map<string, string>): void {
  if (files.has(path) || isInternal(path)) return
  const text = readFileSync(join(folder, path), 'utf8')
  files.set(path, withoutExamples(text))
  for (const [, target = ''] of text.matchAll(/from ["'](\..*?)\.js["']/g)) {
    collect(folder, normalize(join(dirname(path), `${target}.d.ts`)), files)
  }
}

/** The management API is between Studio and the server of the same version. */
function isInternal(path: string): boolean {
  return /^admin(-api\.d\.ts$|\/)/.test(path)
}

/** Examples are for readers and end code blocks early. */
function withoutExamples(text: string): string {
  return text.replaceAll(/(?:\n *\*)?\n *\* @example\n(?: *\*(?!\/).*\n)*/g, '\n')
}
