import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A folder with a project's files, which is removed by `remove`. */
export interface Project {
  folder: string
  path(name: string): string
  write(files: Readonly<Record<string, string>>): void
  remove(): void
}

export function createProject(files: Readonly<Record<string, string>> = {}): Project {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-project-'))
  const project: Project = {
    folder,
    path: (name) => join(folder, name),
    write(all) {
      for (const [name, text] of Object.entries(all)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true })
        writeFileSync(join(folder, name), text)
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
  project.write(files)
  return project
}

/** A configuration with one model, whose fields are given as code. */
export function configWith(fields: readonly string[], settings = ''): string {
  return `import { defineConfig, defineModel, field } from 'octavo/config'

const page = defineModel({
  luid: 'page',
  fields: [
${fields.map((field) => `    ${field},\n`).join('')}  ],
})

export default defineConfig({ ${settings}languages: ['en'], models: [page] })
`
}
