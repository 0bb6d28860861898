import { exportSchema } from '../modeling/export.ts'
import { applyWithProgress } from './apply-schema.ts'
import { defineCommand } from './command.ts'
import { schemaSource } from './schema-source.ts'

const file = { name: 'FILE', isOptional: true } as const
const aboutFile =
  'FILE is JSON, YAML or TypeScript like octavo.config.ts. Without FILE, the models of octavo.config.ts\n' +
  'are used. Definitions that are not in the file stay, unless you add --prune.\n' +
  'To rename a definition, add "was": "old_luid".\n'
const pruning = {
  prune: { type: 'boolean', about: 'remove definitions that are not in the file' },
  yes: { type: 'boolean', about: 'confirm that content of removed definitions is deleted' },
} as const

export const schemaApply = defineCommand({
  options: {
    'dry-run': { type: 'boolean', about: 'check and print the changes without applying them' },
    ...pruning,
  },
  positionals: [file],
  details: `${aboutFile}The file is applied completely or not at all.`,
  takesUrl: true,
  async run({ positionals: [path], options }, context) {
    const isDryRun = options['dry-run'] ?? false
    const isChanged = await applyWithProgress(await schemaSource(path, context), context, {
      isDryRun,
      isPrune: options.prune ?? false,
      isConfirmed: options.yes ?? false,
    })
    context.terminal.note(outcome(isChanged, isDryRun))
  },
})

export const schemaPlan = defineCommand({
  options: {
    'exit-code': { type: 'boolean', about: 'exit with 2 if something would change' },
    ...pruning,
  },
  positionals: [file],
  details: `${aboutFile}The same as octavo schema apply --dry-run.`,
  takesUrl: true,
  async run({ positionals: [path], options }, context) {
    const wantsCode = options['exit-code'] ?? false
    const isChanged = await applyWithProgress(await schemaSource(path, context), context, {
      isDryRun: true,
      isPrune: options.prune ?? false,
      // Content that would be deleted counts as a change too.
      isConfirmed: options.yes ?? wantsCode,
    })
    context.terminal.note(outcome(isChanged, true))
    return wantsCode && isChanged ? 2 : 0
  },
})

function outcome(isChanged: boolean, isDryRun: boolean): string {
  if (!isChanged) return 'The schema is up to date.'
  return isDryRun ? 'Dry run: no changes were made.' : 'Applied the schema.'
}

export const schemaExport = defineCommand({
  needsDatabase: true,
  takesUrl: true,
  run: async (_, { definition, terminal }) => terminal.write(exportSchema(await definition())),
})
