import { buildPackage } from '../../../scripts/pack/build-package.ts'
import { publishedPackage } from '../../../scripts/pack/packages.ts'

/** Builds the JavaScript and types of the client into a folder, with a package.json for the registry. */
export function buildClient(target: string): void {
  buildPackage(publishedPackage('@octavo/client'), target)
}
