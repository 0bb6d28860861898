/** Writes the files of a project. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { copyFolder } from './copy-folder.ts'
import { envExample } from './env-file.ts'
import { manifestOf } from './manifest.ts'
import { packageManagers } from './package-managers.ts'
import type { Plan } from './plan.ts'
import { readmeOf } from './readme.ts'

const templatesFolder = fileURLToPath(new URL('../templates', import.meta.url))

/** `types` of octavo.config.ts. */
export const typesFile = 'octavo-types.ts'
export const exampleContent = 'example-content.ndjson'

export function writeFiles(plan: Plan, version: string): void {
  const { folder, template, packageManager } = plan
  const { files, siteFiles } = packageManagers[packageManager]
  for (const layer of template.layers) {
    copyFolder(join(templatesFolder, layer), folder)
  }
  const written = {
    'package.json': `${JSON.stringify(manifestOf(plan, version), null, 2)}\n`,
    'README.md': readmeOf(plan),
    '.env.example': envExample,
    // npm leaves a file of this name out of a package.
    '.gitignore': gitignore,
    ...files,
    ...(template.site && siteFiles),
  }
  for (const [name, text] of Object.entries(written)) writeFileSync(join(folder, name), text)
  if (template.site) setVersion(join(folder, 'site/package.json'), version)
}

const gitignore = `node_modules/
data/
.env
*.backup
dist/
.astro/
.next/
next-env.d.ts
*.tsbuildinfo
`

/** Our packages have one version. */
function setVersion(path: string, version: string): void {
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as {
    dependencies: Record<string, string>
  }
  manifest.dependencies['@octavo/client'] = version
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`)
}
