import { globSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** How many packages a folder `node_modules` contains, and how many bytes their files take. */
export function installedSize(folder: string): { packages: number; bytes: number } {
  const pattern = '**/node_modules/{[!@.]*,@*/*}/package.json'
  const packages = globSync(pattern, { cwd: folder }).length
  const files = readdirSync(join(folder, 'node_modules'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name)).size)
  return { packages, bytes: files.reduce((sum, size) => sum + size, 0) }
}
