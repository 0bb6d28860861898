/** Plans and applies a schema on another installation. */
import type { SchemaInput } from '@octavo/schema/admin/schema.ts'
import { Refusal } from '@octavo/schema/errors.ts'
import { placed, type SchemaSource } from '../modeling/source.ts'
import type { Remote } from './context.ts'

export interface RemoteSchemaRequest {
  source: SchemaSource
  isPrune: boolean
  isConfirmed: boolean
  isDryRun: boolean
  onPlan(plan: { lines: readonly string[]; losses: readonly string[] }): void
}

/** The server rejects the change where another user changed the schema since the plan was made. */
export async function applySchemaRemotely(
  remote: Remote,
  { source, isPrune, isConfirmed, isDryRun, onPlan }: RemoteSchemaRequest,
): Promise<{ isChanged: boolean }> {
  if (source.problems.length > 0) throw new Refusal('badRequest', source.problems)
  // The server checks every part of it.
  const schema = source.value as SchemaInput
  const { version } = await remote.call('readSchema')
  const { problems, lines, losses, isChanged } = await remote.call('previewSchema', {
    schema,
    isPrune,
  })
  if (problems.length > 0) throw new Refusal('badRequest', placed(problems, source))
  onPlan({ lines, losses })
  if (!isChanged || isDryRun) return { isChanged }
  await remote.call('applySchema', { schema, isPrune, isConfirmed, expectedVersion: version })
  return { isChanged }
}
