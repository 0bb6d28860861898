import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPackage } from './build-package.ts'
import { publishedPackages } from './packages.ts'

/** Writes one tarball for each published package into a folder, and returns their paths. */
export function packAll(folder: string): string[] {
  mkdirSync(folder, { recursive: true })
  const work = mkdtempSync(join(tmpdir(), 'octavo-pack-'))
  try {
    return publishedPackages.map((published) => {
      const built = join(work, published.folder)
      buildPackage(published, built)
      return join(folder, npmPack(built, folder))
    })
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function npmPack(built: string, folder: string): string {
  const words = ['pack', '--json', '--ignore-scripts', '--loglevel=error']
  const printed = execFileSync('npm', [...words, '--pack-destination', folder], {
    cwd: built,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  return filenameIn(JSON.parse(printed))
}

/** npm 11 prints a list, npm 12 an object by name. */
function filenameIn(printed: unknown): string {
  const [entry] = Object.values(printed as Record<string, { filename: string }>)
  if (!entry) throw new Error('npm pack named no file')
  return entry.filename
}
