import { applySchema } from '../modeling/apply.ts'
import type { SchemaSource } from '../modeling/source.ts'
import type { CommandContext } from './context.ts'
import { startProgress } from './progress.ts'
import { applySchemaRemotely } from './schema-remote.ts'

export interface ApplyOptions {
  isDryRun: boolean
  isPrune: boolean
  isConfirmed: boolean
}

/** Prints the plan and executes it, unless it is a dry run. Returns whether there is a difference. */
export async function applyWithProgress(
  source: SchemaSource,
  context: CommandContext,
  options: ApplyOptions,
): Promise<boolean> {
  const { terminal, remote } = context
  const progress = startProgress(terminal, { label: 'update content', unit: 'items' })
  let done = 0
  const request = {
    ...options,
    source,
    onPlan({ lines, losses }: { lines: readonly string[]; losses: readonly string[] }) {
      progress.end()
      for (const line of lines) terminal.print(line)
      if (!options.isConfirmed) return // The error lists the losses.
      for (const loss of losses) terminal.print(`! ${loss}: will be deleted`)
    },
  }
  try {
    if (remote) return (await applySchemaRemotely(remote, request)).isChanged
    const { isChanged } = await applySchema(
      { store: await context.store(), now: Date.now },
      {
        ...request,
        rootId: (await context.root()).id,
        actor: 'cli',
        onProgress: (items) => progress.update((done += items)),
      },
    )
    return isChanged
  } finally {
    progress.end()
  }
}
