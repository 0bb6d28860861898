import { chmodSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { compile } from './compile.ts'
import { publishedManifest } from './manifest.ts'
import type { Copy, PublishedPackage } from './packages.ts'
import { repository } from './repository.ts'

/** All files of a package as they are published, into a folder. */
export function buildPackage(published: PublishedPackage, target: string): void {
  const folder = join(repository, 'packages', published.folder)
  mkdirSync(target, { recursive: true })
  compile(published, join(target, published.code))
  for (const copy of published.copies) copyInto(target, folder, copy)
  for (const file of Object.values(published.bin ?? {})) chmodSync(join(target, file), 0o755)
  cpSync(join(folder, 'README.md'), join(target, 'README.md'))
  cpSync(join(repository, 'LICENSE'), join(target, 'LICENSE'))
  const manifest = JSON.stringify(publishedManifest(published), null, 2)
  writeFileSync(join(target, 'package.json'), `${manifest}\n`)
}

function copyInto(target: string, folder: string, { from, to, except }: Copy): void {
  const source = join(folder, from)
  if (!existsSync(source)) throw new Error(`${source} is missing: run npm run setup`)
  cpSync(source, join(target, to), {
    recursive: true,
    filter: (path) => !except?.test(basename(path)),
  })
}
