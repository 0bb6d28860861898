import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import { buildClient } from './build-client.ts'

export const reportPath = join(import.meta.dirname, '../api.md')

const introduction = `# The API of @octavo/client

Generated from the published types by \`npm run api -w packages/client\`. A test fails if it is out of date: a change
here is a change for users.
`

/** The declarations of every file that the entry point imports. */
export function apiReport(): string {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-api-'))
  try {
    buildClient(folder)
    const files = new Map<string, string>()
    collect(folder, 'index.d.ts', files)
    const parts = [...files].map(([path, text]) => `## ${path}\n\`\`\`ts\n${text.trim()}\n\`\`\`\n`)
    return [introduction, ...parts].join('\n')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function collect(folder: string, path: string, files: Map<string, string>): void {
  if (files.has(path)) return
  const text = readFileSync(join(folder, path), 'utf8')
  files.set(path, withoutExamples(text))
  for (const [, target = ''] of text.matchAll(/from '(\..*?)\.[jt]s'/g)) {
    collect(folder, normalize(join(dirname(path), `${target}.d.ts`)), files)
  }
}

/** Removes examples, because their code fences would end the code block. */
function withoutExamples(text: string): string {
  return text.replaceAll(/(?:\n *\*)?\n *\* @example\n(?: *\*(?!\/).*\n)*/g, '\n')
}
