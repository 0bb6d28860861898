/**
 * What an answer depends on, as short names, and the names that a change touches. An answer is out of
 * date when a change touches one of its tags, and only then.
 */
import type { Change } from '../store/records.ts'

export const tagOf = {
  /** An item as a scope shows it, or does not show it. */
  item: (scope: number, itemId: number) => `e${scope}.${itemId}`,
  /** Which items of a model a scope has, and all of their values. */
  model: (scope: number, modelId: number) => `m${scope}.${modelId}`,
  /** Anything that a scope shows. */
  scope: (scope: number) => `a${scope}`,
  media: (mediaId: number) => `f${mediaId}`,
  /** Any media of a root space. */
  everyMedia: (rootId: number) => `g${rootId}`,
  /** Definitions, spaces and settings of a root space: on every answer. */
  schema: (rootId: number) => `s${rootId}`,
  /** Every file that a root space serves. */
  files: (rootId: number) => `p${rootId}`,
  key: (keyId: number) => `k${keyId}`,
}

/** On every answer, for when nobody knows what has changed. */
export const everythingTag = 'all'

/** As the change log names it. No other change of a root space takes all of its files away. */
export const suspendAction = 'suspend'

/** The tags of answers that may differ now. A draft names scopes that no published answer has. */
export function tagsOfChange(change: Change): string[] {
  const { kind, rootId, subjectId, modelId, scopes } = change
  switch (kind) {
    case 'item':
      return scopes.flatMap((scope) => [
        tagOf.item(scope, subjectId),
        ...(modelId === null ? [] : [tagOf.model(scope, modelId)]),
        tagOf.scope(scope),
      ])
    case 'media':
      return [tagOf.media(subjectId), tagOf.everyMedia(rootId)]
    case 'schema':
      // What was restored may lack whole root spaces, whose answers nobody names any more.
      if (change.action === 'restore') return [everythingTag]
      if (change.action === suspendAction) return [tagOf.schema(rootId), tagOf.files(rootId)]
      return [tagOf.schema(rootId)]
    case 'space':
      return [tagOf.schema(rootId)]
    case 'key':
      return [tagOf.key(subjectId)]
    case 'user':
      return []
  }
}

/** What an answer shows and what it failed to show; the latter is nobody's business but a cache's. */
export interface AnswerTags {
  readonly open: readonly string[]
  readonly hidden: readonly string[]
}

export interface Dependencies {
  readonly rootId: number
  /** The scopes in which the request looked. */
  readonly scopes: readonly number[]
  /** Models whose items decided what is listed. */
  readonly memberModels: readonly number[]
  /** Items that are shown, with their models. */
  readonly items: ReadonlyMap<number, number>
  /** Items that were asked for and are not shown, or by their ids alone. */
  readonly others: readonly number[]
  readonly media: readonly number[]
  /** Media that is asked for and not shown. */
  readonly otherMedia: readonly number[]
}

/** Beyond so many, the single names give way to a wider one. */
const manyNames = 1_000

export function tagsOfAnswer(answer: Dependencies, most = manyNames): AnswerTags {
  const { rootId, scopes, memberModels, items, others } = answer
  const models = new Set(memberModels)
  // A change to an item touches the tag of its model: naming the item as well would say nothing.
  let single = [...items].filter(([, modelId]) => !models.has(modelId))
  if (single.length * scopes.length > most) {
    for (const [, modelId] of single) models.add(modelId)
    single = []
  }
  const hidden = others.length * scopes.length > most ? null : others
  return {
    open: [
      tagOf.schema(rootId),
      ...scopes.flatMap((scope) => [
        ...Array.from(models, (modelId) => tagOf.model(scope, modelId)),
        ...single.map(([itemId]) => tagOf.item(scope, itemId)),
      ]),
      ...mediaTags(answer.media, rootId, most),
    ],
    hidden: [
      ...scopes.flatMap((scope) =>
        hidden ? hidden.map((itemId) => tagOf.item(scope, itemId)) : [tagOf.scope(scope)],
      ),
      ...mediaTags(answer.otherMedia, rootId, most),
    ],
  }
}

function mediaTags(ids: readonly number[], rootId: number, most: number): string[] {
  return ids.length > most ? [tagOf.everyMedia(rootId)] : ids.map(tagOf.media)
}
