import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const repository = join(import.meta.dirname, '../..')

export interface SourceManifest {
  version?: string
  description: string
  license: string
  type: string
  dependencies?: Readonly<Record<string, string>>
}

/** The manifest of a package in the repository, which is private. */
export function sourceManifest(folder: string): SourceManifest {
  const path = join(repository, 'packages', folder, 'package.json')
  return JSON.parse(readFileSync(path, 'utf8')) as SourceManifest
}

/** The version of all packages: the one place that says it is `packages/server/package.json`. */
export function releaseVersion(): string {
  const { version } = sourceManifest('server')
  if (version === undefined) throw new Error('packages/server/package.json has no version')
  return version
}
