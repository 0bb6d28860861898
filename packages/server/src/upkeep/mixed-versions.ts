/** Our packages are released together and depend on each other by exact version: a mixture is not tested. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { version } from '../version.ts'
import type { Finding } from './finding.ts'

const ours = ['octavo', '@octavo/client', '@octavo/schema']

/** Our packages that are installed in another version than the running server. */
export function mixedVersions(projectFolder: string, expected = version): Finding[] {
  const origins = [join(projectFolder, 'package.json'), import.meta.url]
  const manifests = origins.flatMap((origin) => ours.map((name) => manifestOf(name, origin)))
  const paths = new Set(manifests.filter((path) => path !== undefined))
  return [...paths].flatMap((path) => findingOf(path, expected) ?? [])
}

/** Undefined where the package is not installed. */
function manifestOf(name: string, origin: string): string | undefined {
  try {
    return createRequire(origin).resolve(`${name}/package.json`)
  } catch {
    return undefined
  }
}

function findingOf(path: string, expected: string): Finding | undefined {
  const { name, version: found } = JSON.parse(readFileSync(path, 'utf8')) as {
    name: string
    version?: string
  }
  // The packages of the repository have one version together, which they do not name.
  if (found === undefined || found === expected) return undefined
  return {
    kind: 'problem',
    what: `${path}: ${name} is version ${found}, and octavo is version ${expected}`,
    advice: `Run npm install --save-exact ${name}@${expected} in the project.`,
  }
}
