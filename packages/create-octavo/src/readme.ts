import { packageManagers } from './package-managers.ts'
import type { Plan } from './plan.ts'
import type { Site } from './templates.ts'

/** The README of a project, with the words of its package manager. */
export function readmeOf({ name, template, packageManager }: Plan): string {
  const { run, exec } = packageManagers[packageManager]
  const examples = template.hasExamples
    ? '| `example-content.ndjson` | The example content, which is already in the database. Delete it whenever you like. |\n'
    : ''
  const { site } = template
  return `# ${name}

Content in [Octavo](https://www.npmjs.com/package/octavo).

| Command | |
|---|---|
| \`${run} dev\` | Starts Octavo, and applies changes of the models while you edit them. |
${site ? siteCommands(site, run) : ''}| \`${run} start\` | Starts Octavo for production. It does not change the models; \`${exec} octavo schema apply\` does. |
| \`${run} typegen\` | Writes the types of the models. \`${run} dev\` does so, too. |
| \`${run} backup\` | Writes all content, media, accounts and keys to one file. |
| \`${exec} octavo --help\` | All commands. |

| File | |
|---|---|
| \`schema/\` | The models, one file each. To rename one, or a field, add \`was: 'old_name'\`: its content stays. |
| \`octavo.config.ts\` | Lists languages and models. Settings of the server can stand here, too. |
| \`octavo-types.ts\` | Types of the models for \`@octavo/client\`. Generated; commit it. |
| \`.env\` | Keys and secret settings. Not in git; \`.env.example\` shows its form. |
| \`data/\` | The database and media. Not in git: back it up. |
${examples}${site ? siteFile(site) : ''}
## Without the installation

In a clone, or after \`--no-install\`:

\`\`\`sh
${packageManager} install
${exec} octavo schema apply
${template.hasExamples ? `${exec} octavo content import example-content.ndjson\n` : ''}${exec} octavo user create --email you@example.com --role owner
${exec} octavo key create --name Site --reads published            # OCTAVO_KEY in .env
${exec} octavo key create --name Scripts --reads draft --write     # OCTAVO_WRITE_KEY in .env
\`\`\`
`
}

function siteCommands({ framework, port }: Site, run: string): string {
  return (
    `| \`${run} site\` | Starts the site (${framework}) at http://localhost:${port}. Start Octavo first. |\n` +
    `| \`${run} site:build\` | Builds the site. |\n`
  )
}

function siteFile({ framework }: Site): string {
  return `| \`site/\` | The site: a package of its own with ${framework}. \`src/octavo.ts\` reads the content. |\n`
}
