import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '..')
const repository = join(folder, '../..')

/** Builds the JavaScript and types of the client into a folder, with a package.json for the registry. */
export function buildClient(target: string): void {
  const compiler = join(repository, 'node_modules/typescript/bin/tsc')
  execFileSync(
    process.execPath,
    [compiler, '-p', join(folder, 'tsconfig.build.json'), '--outDir', target],
    { stdio: 'inherit' },
  )
  // The compiler rewrites file extensions only in JavaScript, and not every tool resolves types at `.ts`.
  for (const path of globSync('**/*.d.ts', { cwd: target })) {
    const text = readFileSync(join(target, path), 'utf8')
    writeFileSync(
      join(target, path),
      text.replaceAll(/(['"]\.{1,2}\/[^'"]*)\.ts(['"])/g, '$1.js$2'),
    )
  }
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as object
  const published = {
    ...manifest,
    scripts: undefined,
    devDependencies: undefined,
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
  }
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
  copyFileSync(join(repository, 'LICENSE'), join(target, 'LICENSE'))
}
