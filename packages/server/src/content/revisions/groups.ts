/**
 * Groups of revisions that are stored as differences. Each revision differs from the one at the position
 * without its lowest bit, so that reading the revision at position 31 decompresses 5 others, not 31.
 */
import type { StoredValues } from '../../fields/field-type.ts'
import { storedText } from '../../fields/stored-text.ts'
import {
  largestGroup,
  type RevisionFacts,
  type RevisionGroup,
  type RevisionHead,
  type SealedRevision,
} from '../../store/revisions.ts'
import { compressText, decompressText } from './compress.ts'

/** Below this length, differences would save less than decompressing another text costs. */
const smallText = 1024

export type Unsealed = RevisionFacts & Pick<SealedRevision, 'rootId'>

/** Revisions of one group by position. */
export type ByPosition = ReadonlyMap<number, SealedRevision>

export function byPosition(revisions: readonly SealedRevision[]): ByPosition {
  return new Map(revisions.map((revision) => [revision.position, revision]))
}

/** The text of a revision. The group must have the ones that it differs from. */
export async function textIn(
  group: ByPosition,
  position: number,
  known: Map<number, string> = new Map(),
): Promise<string> {
  const found = known.get(position)
  if (found !== undefined) return found
  const revision = group.get(position)
  if (!revision) throw new Error('a revision of the group is missing')
  const like = position === 0 ? undefined : await textIn(group, likePosition(position), known)
  const text = await decompressText(revision.data, like)
  known.set(position, text)
  return text
}

function likePosition(position: number): number {
  return position & (position - 1)
}

/** The end of a group: what a head stores of it. */
export type GroupEnd = Pick<RevisionHead, 'length' | 'path'>

export const noGroup: GroupEnd = { length: 0, path: [] }

/** The end of the group after another revision. */
export function endWith(
  { length, path }: GroupEnd,
  { number, position }: SealedRevision,
): GroupEnd {
  if (position === 0) return { length: 1, path: [number] }
  return { length: length + 1, path: [...path.slice(0, depthOf(likePosition(position))), number] }
}

/** How many revisions the content at a position is decompressed from. */
function depthOf(position: number): number {
  return position === 0 ? 1 : 1 + depthOf(likePosition(position))
}

/** Seals a revision at the end of a group, or as the first one of a new group. */
export async function sealAfter(
  { length: position, path: [base] }: GroupEnd,
  group: ByPosition,
  revision: Unsealed,
  values: StoredValues,
  known?: Map<number, string>,
): Promise<SealedRevision> {
  const text = storedText(values)
  if (base === undefined || position >= largestGroup || text.length <= smallText) {
    known?.clear()
    known?.set(0, text)
    return { ...revision, base: revision.number, position: 0, data: await compressText(text) }
  }
  const like = await textIn(group, likePosition(position), known)
  known?.set(position, text)
  return { ...revision, base, position, data: await compressText(text, like) }
}

export interface RewrittenGroup {
  revisions: SealedRevision[]
  end: GroupEnd
}

/** Stores a group again with other contents. `change` returns null to leave a revision out. */
export async function rewrittenGroup(
  revisions: readonly SealedRevision[],
  change: (revision: SealedRevision, values: StoredValues) => StoredValues | null,
): Promise<RewrittenGroup> {
  const group = byPosition(revisions)
  const before = new Map<number, string>()
  const after = new Map<number, string>()
  const rewritten: SealedRevision[] = []
  let end = noGroup
  for (const revision of revisions) {
    const text = await textIn(group, revision.position, before)
    const values = change(revision, valuesIn(text))
    if (!values) continue
    const sealed = await sealAfter(end, new Map(), revision, values, after)
    end = endWith(end, sealed)
    rewritten.push(sealed)
  }
  return { revisions: rewritten, end }
}

export function valuesIn(text: string): StoredValues {
  return JSON.parse(text) as StoredValues
}

export function groupKey({ itemId, languageId }: Pick<RevisionGroup, 'itemId' | 'languageId'>) {
  return `${itemId} ${languageId}`
}
