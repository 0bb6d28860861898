import { readFile } from 'node:fs/promises'
import { applySchema } from '../modeling/apply.ts'
import { exportSchema } from '../modeling/export.ts'
import { readSource } from '../modeling/source.ts'
import { CommandError, defineCommand } from './command.ts'
import { startProgress } from './progress.ts'

export const schemaApply = defineCommand({
  options: {
    'dry-run': { type: 'boolean', about: 'print the plan and check it, but change nothing' },
    prune: { type: 'boolean', about: 'remove what the file leaves out' },
    yes: { type: 'boolean', about: 'delete content that goes with what is removed' },
  },
  positionals: [{ name: 'FILE' }],
  details:
    'FILE is JSON or YAML. What it leaves out stays, unless --prune. A rename is "was": "old_luid".\n' +
    'All of the file is applied or nothing; a second run finds nothing to do.',
  async run({ positionals: [path = ''], options }, context) {
    const source = readSource(await readUtf8(path), path)
    const { id: rootId } = await context.root()
    const { terminal } = context
    const isDryRun = options['dry-run'] ?? false
    const isConfirmed = options.yes ?? false
    const progress = startProgress(terminal, {
      label: 'Going through content',
      unit: 'items',
    })
    let done = 0
    try {
      const { isChanged } = await applySchema(
        { store: await context.store(), now: Date.now },
        {
          rootId,
          source,
          isPrune: options.prune ?? false,
          isConfirmed,
          isDryRun,
          actor: 'cli',
          onProgress: (items) => progress.update((done += items)),
          onPlan({ lines, losses }) {
            progress.end()
            for (const line of lines) terminal.print(line)
            // Without --yes the refusal says it.
            if (isConfirmed)
              for (const loss of losses) terminal.print(`! ${loss}: this goes with it`)
          },
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
  if (!isChanged) return 'Nothing to do: the schema is what the file says.'
  return isDryRun ? 'Dry run: nothing was changed.' : 'Done.'
}

async function readUtf8(path: string): Promise<string> {
  const bytes = await readFile(path)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new CommandError(`${path} is not UTF-8 text. Save it as UTF-8.`)
  }
}

export const schemaExport = defineCommand({
  needsDatabase: true,
  async run(_, context) {
    const store = await context.store()
    const { id } = await context.root()
    const root = await store.read((tx) => tx.roots.load(id))
    await context.terminal.write(exportSchema(root))
  },
})
