/**
 * Tags for everything that a response depends on, and the tags that a change touches. A response is stale
 * when a change touches one of its tags, and only then.
 */
import { changeable } from '../query/changeable.ts'
import type { Change } from '../store/records.ts'

export const tagOf = {
  /** An item as a scope shows or hides it. */
  item: (scope: number, itemId: number) => `e${scope}.${itemId}`,
  /** The set of items of a model in a scope, and all of their values. */
  model: (scope: number, modelId: number) => `m${scope}.${modelId}`,
  /** Anything in a scope. */
  scope: (scope: number) => `a${scope}`,
  media: (mediaId: number) => `f${mediaId}`,
  /** Any media of a root space. */
  everyMedia: (rootId: number) => `g${rootId}`,
  /** Definitions, spaces and settings of a root space. Every response has this tag. */
  schema: (rootId: number) => `s${rootId}`,
  /** Every file of a root space. */
  files: (rootId: number) => `p${rootId}`,
  key: (keyId: number) => `k${keyId}`,
}

/** Every response has this tag, for purges when the changes are unknown. */
export const everythingTag = 'all'

/** The action in the change log. Only this change makes all files of a root space unavailable. */
export const suspendAction = 'suspend'

/** The tags of responses that may be stale. The scopes of a draft occur in no published response. */
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
      // A restored database may lack complete root spaces, whose tags are no longer known.
      if (change.action === 'restore') return [everythingTag]
      if (change.action === suspendAction) return [tagOf.schema(rootId), tagOf.files(rootId)]
      return [tagOf.schema(rootId)]
    case 'space':
      return [tagOf.schema(rootId)]
    case 'key':
      return [tagOf.key(subjectId)]
    case 'token':
    case 'webhook':
    case 'release':
    case 'user':
      return []
  }
}

/** Tags of shown and of hidden content. Only external caches may see the latter. */
export interface ResponseTags {
  readonly open: readonly string[]
  readonly hidden: readonly string[]
}

export interface Dependencies {
  readonly rootId: number
  /** The scopes that the request reads. */
  readonly scopes: readonly number[]
  /** Models whose items determine what is listed, and `changeable.media` if media does. */
  readonly memberModels: readonly number[]
  /** Shown items with their models. */
  readonly items: ReadonlyMap<number, number>
  /** Items that were requested and are hidden, or shown only by id. */
  readonly others: readonly number[]
  /** Those of them that are shown by id. */
  readonly shownIds: readonly number[]
  readonly media: readonly number[]
  /** Media that was requested and is hidden. */
  readonly otherMedia: readonly number[]
  /** Whether any media of the root may determine the response, as in a list of media. */
  readonly hasEveryMedia?: boolean
}

/** Beyond this number, single tags are replaced by a wider one. */
const manyNames = 1_000

export function tagsOfResponse(dependencies: Dependencies, most = manyNames): ResponseTags {
  const { rootId, scopes, memberModels, items, others } = dependencies
  const models = new Set(memberModels)
  const everyMedia = models.delete(changeable.media) ? [tagOf.everyMedia(rootId)] : []
  // A change to an item also touches the tag of its model, so the tag of the item would be redundant.
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
      ...(dependencies.hasEveryMedia ? [tagOf.everyMedia(rootId)] : []),
      ...mediaTags(dependencies.media, rootId, most),
      ...everyMedia,
    ],
    hidden: [
      ...scopes.flatMap((scope) =>
        hidden ? hidden.map((itemId) => tagOf.item(scope, itemId)) : [tagOf.scope(scope)],
      ),
      ...mediaTags(dependencies.otherMedia, rootId, most),
    ],
  }
}

function mediaTags(ids: readonly number[], rootId: number, most: number): string[] {
  return ids.length > most ? [tagOf.everyMedia(rootId)] : ids.map(tagOf.media)
}
