/** The sources of a package as JavaScript, declarations and source maps. */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { PublishedPackage } from './packages.ts'
import { repository } from './repository.ts'

/** Compiles the package as its tsconfig.build.json says, and as options of the compiler say. */
export function compile(
  { folder, includesOthers }: PublishedPackage,
  target: string,
  options: readonly string[] = [],
): void {
  const output = mkdtempSync(join(tmpdir(), 'octavo-compile-'))
  try {
    const config = join(repository, 'packages', folder, 'tsconfig.build.json')
    const compiler = join(repository, 'node_modules/typescript/bin/tsc')
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [compiler, '-p', config, '--outDir', output, ...options],
      { encoding: 'utf8' },
    )
    if (status !== 0) throw new Error(`packages/${folder} does not compile:\n${stdout}${stderr}`)
    // Modules of other packages of the repository are compiled along; most are published by themselves.
    const own = includesOthers ? output : join(output, folder, 'src')
    cpSync(own, target, { recursive: true })
  } finally {
    rmSync(output, { recursive: true, force: true })
  }
  for (const path of globSync('**/*.{js,d.ts}', { cwd: target })) rewriteEndings(join(target, path))
}

/**
 * The compiler rewrites `.ts` of relative imports in JavaScript. It leaves declarations, imports of our
 * packages and addresses of threads. The text keeps its length, so source maps stay right.
 */
function rewriteEndings(path: string): void {
  const text = readFileSync(path, 'utf8')
    .replaceAll(
      /((?:\bfrom|\bimport)\s*\(?\s*(['"])(?:\.{1,2}\/|@octavo\/)[^'"\n]*)\.ts\2/g,
      '$1.js$2',
    )
    .replaceAll(/(new URL\(\s*(['"])[^'"\n]*)\.ts\2(?=,\s*import\.meta\.url)/g, '$1.js$2')
  for (const [, name = ''] of text.matchAll(/new URL\('([^']*\.js)', import\.meta\.url/g)) {
    const thread = join(dirname(path), name)
    if (!existsSync(thread)) throw new Error(`${path} starts ${name}, which is not compiled`)
  }
  writeFileSync(path, text)
}
