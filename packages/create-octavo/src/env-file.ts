import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Keys {
  email: string
  readKey: string
  writeKey: string
}

/** Only the user can read it. */
export function writeEnvFile(folder: string, keys: Keys): void {
  writeFileSync(join(folder, '.env'), envText(keys), { mode: 0o600 })
}

function envText({ email, readKey, writeKey }: Keys): string {
  const account = email === '' ? '' : `# Sign in to Studio as ${email}.\n`
  return `# Settings and keys of this project. Keep this file out of git.
${account}
# The API of Octavo, for sites and programs.
OCTAVO_API_URL=http://127.0.0.1:4000/v1

# Reads published content. A site may use it in the browser.
OCTAVO_KEY=${readKey}

# Reads drafts and writes. Use it only on servers.
OCTAVO_WRITE_KEY=${writeKey}
`
}

/** The same without keys, for git. */
export const envExample = `${envText({ email: '', readKey: '', writeKey: '' })}
# Settings of the server, for example:
# DATABASE_URL=postgres://user:password@localhost/octavo
# OCTAVO_BASE_URL=https://cms.example.com/v1
# OCTAVO_ASSETS_URL=https://assets.example.com
`
