/** Compiles generated TypeScript in a temporary folder, like a user project. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const repository = join(import.meta.dirname, '../../../..')
const compiler = join(repository, 'node_modules/typescript/bin/tsc')

/** Returns the compiler output for these files, which may import `@octavo/client`. */
export async function compile(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-compile-'))
  const settings = {
    extends: join(repository, 'tsconfig.json'),
    compilerOptions: {
      paths: {
        '@octavo/client': [join(repository, 'packages/client/src/index.ts')],
        'octavo/config': [join(repository, 'packages/server/src/config-file/index.ts')],
      },
      typeRoots: [join(repository, 'node_modules/@types')],
    },
    include: ['*.ts'],
  }
  const all = {
    ...files,
    'package.json': JSON.stringify({ type: 'module' }),
    'tsconfig.json': JSON.stringify(settings),
  }
  try {
    for (const [name, text] of Object.entries(all)) await writeFile(join(folder, name), text)
    return await new Promise((resolve) => {
      const command = [compiler, '-p', folder]
      execFile(process.execPath, command, (_error, stdout, stderr) => resolve(stdout + stderr))
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
