/** What publishing a release now would meet. Changes nothing. */
import { problemAt, type Problem } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { ReadTransaction } from '../../store/store.ts'
import { applyRelease, type Conflict } from './apply.ts'
import { findRelease } from './find.ts'
import { hiddenReferences, type HiddenReference } from './references.ts'

export interface ReleaseCheck {
  problems: Problem[]
  conflicts: Conflict[]
  references: HiddenReference[]
}

export async function checkRelease(
  tx: ReadTransaction,
  schema: Schema,
  luid: string,
  now: number,
): Promise<ReleaseCheck> {
  const release = await findRelease(tx, schema.root.id, luid)
  if (release.publishedAt !== null) {
    return {
      problems: [problemAt('', say('releaseDone', { luid }))],
      conflicts: [],
      references: [],
    }
  }
  const { changes, problems, conflicts } = await applyRelease(tx, schema, release, now)
  if (changes.length === 0 && problems.length === 0) {
    problems.push(problemAt('', say('releaseEmpty')))
  }
  const references = await hiddenReferences(tx, schema, release, changes)
  return { problems, conflicts, references }
}
