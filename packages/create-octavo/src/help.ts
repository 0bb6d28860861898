import { packageManagerNames } from './package-managers.ts'
import { templates } from './templates.ts'

const list = templates.map(({ name, about }) => `  ${name.padEnd(12)}${about}`).join('\n')

export const help = `Usage: npm create octavo@latest [FOLDER] -- [OPTIONS]

Creates a project with Octavo in FOLDER (default: my-site): models, settings, an owner account and keys.
In a terminal, it asks for what the command line leaves open. Elsewhere it uses the defaults.

  --template NAME         what to begin with (default: blog)
  --email ADDRESS         of the owner account (default: owner@example.com)
  --password-stdin        read the password of the owner from the first line of stdin (default: generated)
  --package-manager NAME  ${packageManagerNames.join(', ')} (default: the one that runs this command)
  --no-install            only write the files
  --yes                   ask nothing, use the defaults
  --help                  show this help
  --version               print the version

Templates:
${list}

Examples:
  npm create octavo@latest my-site
  npm create octavo@latest my-site -- --template blog-astro --email me@example.com
  pnpm create octavo my-site --template blank
  npx create-octavo@latest my-site --yes`
