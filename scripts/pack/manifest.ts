import type { PublishedPackage } from './packages.ts'
import { releaseVersion, sourceManifest } from './repository.ts'

/** The package.json that is published. */
export function publishedManifest(published: PublishedPackage): object {
  const { description, license, type, dependencies } = sourceManifest(published.folder)
  return {
    name: published.name,
    version: releaseVersion(),
    description,
    license,
    type,
    engines: { node: `>=${published.node}` },
    ...(published.bin && { bin: published.bin }),
    // Our packages find out each other's versions by their manifests.
    exports: { ...published.exports, './package.json': './package.json' },
    sideEffects: published.sideEffects,
    ...(dependencies && { dependencies: exactVersions(dependencies) }),
  }
}

/** In the repository our packages are folders. */
function exactVersions(dependencies: Readonly<Record<string, string>>): Record<string, string> {
  const version = releaseVersion()
  const entries = Object.entries(dependencies)
  return Object.fromEntries(
    entries.map(([name, wanted]) => [name, wanted.startsWith('file:') ? version : wanted]),
  )
}
