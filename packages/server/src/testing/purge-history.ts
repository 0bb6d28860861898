/** Generated changes to a generated world, through the use cases of operators and clients. */
import { Refusal } from '@octavo/schema/errors.ts'
import { indexSchema, type Schema } from '@octavo/schema/schema.ts'
import fc from 'fast-check'
import { disableKey, enableKey, revokeKey } from '../access/keys.ts'
import type { ContentContext } from '../content/context.ts'
import { saveItems } from '../content/save.ts'
import { changeSettings } from '../content/settings.ts'
import { changeState, stateActions, type StateAction } from '../content/state.ts'
import { changeMediaState, editMedia } from '../media/media-state.ts'
import type { Item } from '../store/records.ts'
import type { ModelWorld } from './read-model.ts'
import { itemArbitrary } from './read-world.ts'

export type WorldChange =
  | { kind: 'content'; item: Item }
  | { kind: 'draft'; item: Item }
  | { kind: 'state'; id: number; action: StateAction; language: number | null }
  | { kind: 'alt'; mediaId: number; language: number; alt: string | null }
  | { kind: 'labels'; mediaId: number; folder: string; tags: string[] }
  | { kind: 'focus'; mediaId: number; x: number; y: number }
  | { kind: 'media'; mediaId: number; action: 'archive' | 'restore' }
  | { kind: 'rename'; model: number }
  | { kind: 'space'; name: string }
  | { kind: 'settings'; extendedWrites: boolean }
  | { kind: 'key'; at: number; action: 'disable' | 'enable' | 'revoke' }

export function changeArbitrary({ schema, items }: ModelWorld): fc.Arbitrary<WorldChange> {
  const contents = items.map(({ id, modelId }) => ({ id, modelId }))
  const world = { schema, contents, media: [501, 502, 503, 504] }
  const item = fc
    .constantFrom(...contents)
    .chain(({ id, modelId }) => itemArbitrary(id, modelId, world))
  const id = fc.constantFrom(...contents.map((content) => content.id))
  const language = fc.constantFrom(...schema.root.languages.map((one) => one.id))
  const mediaId = fc.constantFrom(501, 502, 504)
  return fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('content' as const), item }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('draft' as const), item }) },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('state' as const),
        id,
        action: fc.constantFrom(...stateActions),
        language: fc.option(language),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('alt' as const),
        mediaId,
        language,
        alt: fc.option(fc.string()),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('labels' as const),
        mediaId,
        folder: fc.constantFrom('', 'press', 'press/2026'),
        tags: fc.subarray(['sea', 'hills']),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('focus' as const),
        mediaId,
        x: fc.constantFrom(0, 0.25, 1),
        y: fc.constantFrom(0, 0.5),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('media' as const),
        mediaId,
        action: fc.constantFrom('archive' as const, 'restore' as const),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('rename' as const), model: fc.nat(9) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('space' as const), name: fc.string() }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('settings' as const),
        extendedWrites: fc.boolean(),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('key' as const),
        at: fc.nat(9),
        action: fc.constantFrom('disable' as const, 'enable' as const, 'revoke' as const),
      }),
    },
  )
}

/** Applies a change. A rejected change has no effect. */
export async function makeChange(
  context: ContentContext,
  rootId: number,
  keyIds: readonly number[],
  change: WorldChange,
): Promise<void> {
  try {
    await doChange(context, rootId, keyIds, change)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

async function doChange(
  context: ContentContext,
  rootId: number,
  keyIds: readonly number[],
  change: WorldChange,
): Promise<void> {
  const by = { rootId, actor: 'test' }
  switch (change.kind) {
    case 'content':
      return saveItem(context, rootId, change.item.id, () => change.item)
    case 'draft':
      return saveItem(context, rootId, change.item.id, (before) => withDrafts(before, change.item))
    case 'state': {
      const { id, action, language } = change
      return changeState(context, { ...by, ids: [id], action, languageId: language })
    }
    case 'alt':
      return editMedia(context, {
        ...by,
        ids: [change.mediaId],
        edit: { alts: new Map([[change.language, change.alt]]) },
      })
    case 'labels': {
      const { mediaId, folder, tags } = change
      return editMedia(context, { ...by, ids: [mediaId], edit: { folder, tags } })
    }
    case 'focus': {
      const { mediaId, x, y } = change
      return editMedia(context, { ...by, ids: [mediaId], edit: { focus: { x, y } } })
    }
    case 'media':
      return changeMediaState(context, { ...by, ids: [change.mediaId], action: change.action })
    case 'rename':
      return saveSchema(context, rootId, (schema) => {
        const at = change.model % schema.root.models.length
        const models = schema.root.models.map((model, index) =>
          index === at ? { ...model, luid: `r${model.luid}`.slice(0, 60) } : model,
        )
        return { ...schema.root, models }
      })
    case 'space':
      return saveSchema(context, rootId, ({ root }) => ({
        ...root,
        spaces: root.spaces.map((space, index) => ({
          ...space,
          ...(index === 1 && { luid: space.luid === 'tokyo' ? 'osaka' : 'tokyo' }),
          name: change.name,
        })),
      }))
    case 'settings':
      return changeSettings(context, { ...by, settings: { extendedWrites: change.extendedWrites } })
    case 'key': {
      const id = keyIds[change.at % keyIds.length] ?? 0
      const actions = { disable: disableKey, enable: enableKey, revoke: revokeKey }
      return actions[change.action](context, { ...by, id })
    }
  }
}

function saveItem(
  context: ContentContext,
  rootId: number,
  id: number,
  changed: (before: Item) => Item,
): Promise<void> {
  return context.store.write(async (tx) => {
    const schema = await context.schemas.forWriting(tx, rootId)
    const [before] = await tx.items.load([id])
    if (!before) return
    const entry = {
      actor: 'test',
      action: 'change',
      at: context.now(),
      isNew: false,
      before: [before],
    }
    await saveItems(tx, schema, [changed(before)], entry)
  })
}

/** The item with other drafts and otherwise unchanged. */
function withDrafts(before: Item, other: Item): Item {
  const languages = new Map(before.languages)
  for (const [languageId, { draft }] of other.languages) {
    const language = languages.get(languageId)
    if (language && draft) languages.set(languageId, { ...language, draft })
  }
  return { ...before, languages }
}

function saveSchema(
  context: ContentContext,
  rootId: number,
  changed: (schema: Schema) => Schema['root'],
): Promise<void> {
  return context.store.write(async (tx) => {
    await tx.roots.lock(rootId, 'exclusive')
    await tx.roots.save(changed(indexSchema(await tx.roots.load(rootId))))
    await tx.changes.append([
      {
        at: context.now(),
        rootId,
        kind: 'schema',
        subjectId: rootId,
        modelId: null,
        actor: 'test',
        action: 'apply',
        scopes: [],
      },
    ])
  })
}
