import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packAll } from './tarball.ts'

/** What the image of deploy/Dockerfile runs on, whatever this machine is. */
const system = ['--os', 'linux', '--libc', 'glibc']

/** Packs the packages, unless they are given, and installs them into a folder, as a user would. */
export function imageContext(folder: string, cpu: string, tarballs?: readonly string[]): void {
  // Packages for another processor must not stay.
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const manifest = join(folder, 'package.json')
  if (!existsSync(manifest)) writeFileSync(manifest, '{ "private": true, "type": "module" }\n')
  const work = mkdtempSync(join(tmpdir(), 'octavo-image-'))
  try {
    const words = ['install', '--no-save', '--no-package-lock', '--ignore-scripts', '--omit=dev']
    execFileSync('npm', [...words, ...system, '--cpu', cpu, ...(tarballs ?? packAll(work))], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    })
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
