import { readFile } from 'node:fs/promises'
import { applySchema } from '../modeling/apply.ts'
import { exportSchema } from '../modeling/export.ts'
import { readSource } from '../modeling/source.ts'
import { CommandError, defineCommand } from './command.ts'
import { applySchemaRemotely } from './schema-remote.ts'
import { startProgress } from './progress.ts'

export const schemaApply = defineCommand({
  options: {
    'dry-run': { type: 'boolean', about: 'check and print the changes without applying them' },
    prune: { type: 'boolean', about: 'remove definitions that are not in the file' },
    yes: { type: 'boolean', about: 'confirm that content of removed definitions is deleted' },
  },
  positionals: [{ name: 'FILE' }],
  details:
    'FILE is JSON or YAML. Definitions that are not in the file stay, unless you add --prune.\n' +
    'To rename a definition, add "was": "old_luid". The file is applied completely or not at all.',
  takesUrl: true,
  async run({ positionals: [path = ''], options }, context) {
    const source = readSource(await readUtf8(path), path)
    const { terminal, remote } = context
    const isDryRun = options['dry-run'] ?? false
    const isConfirmed = options.yes ?? false
    const progress = startProgress(terminal, {
      label: 'update content',
      unit: 'items',
    })
    let done = 0
    try {
      const request = {
        source,
        isPrune: options.prune ?? false,
        isConfirmed,
        isDryRun,
        onPlan({ lines, losses }: { lines: readonly string[]; losses: readonly string[] }) {
          progress.end()
          for (const line of lines) terminal.print(line)
          // Without --yes, the error lists the losses.
          if (isConfirmed) for (const loss of losses) terminal.print(`! ${loss}: will be deleted`)
        },
      }
      const { isChanged } = remote
        ? await applySchemaRemotely(remote, request)
        : await applySchema(
            { store: await context.store(), now: Date.now },
            {
              ...request,
              rootId: (await context.root()).id,
              actor: 'cli',
              onProgress: (items) => progress.update((done += items)),
            },
          )
      progress.end()
      terminal.note(outcome(isChanged, isDryRun))
    } finally {
      progress.end()
    }
  },
})

function outcome(isChanged: boolean, isDryRun: boolean): string {
  if (!isChanged) return 'The schema is up to date.'
  return isDryRun ? 'Dry run: no changes were made.' : 'Applied the schema.'
}

async function readUtf8(path: string): Promise<string> {
  const bytes = await readFile(path)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new CommandError(`${path} is not valid UTF-8. Save the file as UTF-8.`)
  }
}

export const schemaExport = defineCommand({
  needsDatabase: true,
  takesUrl: true,
  run: async (_, { definition, terminal }) => terminal.write(exportSchema(await definition())),
})
