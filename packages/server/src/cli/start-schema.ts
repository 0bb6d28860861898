/** Compares or applies the models of the configuration file before `octavo start` serves. */
import { schemaDifference } from '../modeling/difference.ts'
import { applyWithProgress } from './apply-schema.ts'
import { UsageError } from './command.ts'
import type { CommandContext } from './context.ts'

const shownLines = 5

/** Applies them where that is wanted; otherwise only says that they differ. */
export async function bringSchema(context: CommandContext, isApplied: boolean): Promise<void> {
  const { config, terminal } = context
  if (!config?.schema) {
    if (!isApplied) return
    const reason = config ? `${config.name} has none` : 'there is no octavo.config.ts here'
    throw new UsageError(`--apply-schema needs models in a configuration file, and ${reason}`)
  }
  if (isApplied) {
    const options = { isDryRun: false, isPrune: false, isConfirmed: false }
    if (await applyWithProgress(config.schema, context, options)) {
      terminal.note(`Applied the schema of ${config.name}.`)
    }
    return
  }
  const { id } = await context.root()
  const root = await (await context.store()).read((tx) => tx.roots.load(id))
  const lines = schemaDifference(root, config.schema)
  if (lines.length === 0) return
  const more = lines.length > shownLines ? [`  … and ${lines.length - shownLines} more`] : []
  const hint = [
    `The models differ from ${config.name}:`,
    ...lines.slice(0, shownLines).map((line) => `  ${line}`),
    ...more,
    'Nothing was changed. Review with octavo schema plan, then run octavo schema apply or start with --apply-schema.',
  ]
  terminal.note(hint.join('\n'))
}
