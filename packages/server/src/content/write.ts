/** Creates and changes items from external values: API, Studio and imports. */
import type { Field, Model } from '@octavo/schema/definitions.ts'
import { Refusal } from '@octavo/schema/errors.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { StoredValues } from '../fields/field-type.ts'
import { fieldTypeOf } from '../fields/registry.ts'
import { startRecording } from '../events/record-items.ts'
import { patchValues, writeValues } from '../fields/values.ts'
import type { Item, Stage } from '../store/records.ts'
import type { WriteTransaction } from '../store/store.ts'
import type { TextParser } from '../text/text-parser.ts'
import { settleAll } from '../store/settle-all.ts'
import type { ContentContext } from './context.ts'
import { dropPlansOfRemoved } from './dropped-plans.ts'
import { clearHidden } from './hidden.ts'
import { readLanguages, type LanguageInput } from './input.ts'
import { loadItem, requireVersion } from './load.ts'
import { runIdempotent, type Idempotency } from './idempotency.ts'
import { openCopy, type ReleaseCopy, type ReleaseTarget } from './releases/write.ts'
import { modelNamed, ownModel, refuse, refuseProblems } from './refusals.ts'
import { saveItems, schemaForSaving } from './save.ts'
import { withSlugs } from './slugs.ts'
import { retryTaken } from './retry-taken.ts'
import { createWriteTexts, type TextSource } from './texts.ts'
import {
  addDraft,
  newItem,
  patchBase,
  patched,
  replaced,
  type LanguageValues,
} from './transitions.ts'
import { checkValues, TextsPending, type WriteSource, type ValueCheck } from './writing.ts'

export interface WriteRequest extends WriteSource {
  rootId: number
  spaceId: number
  actor: string
  /** LUID of the model; undefined if its absence is already in `problems`. */
  model: string | undefined
  stage: Stage
  /** `{fields, fields[<language>]}` as sent by the client. */
  body: unknown
  /** The release that the write goes into. The draft of an existing item does not change. */
  release?: ReleaseTarget
}

export interface CreateRequest extends WriteRequest {
  /** Lets a repeated request return the item that the first one created. */
  idempotency?: Idempotency
}

export interface ChangeRequest extends WriteRequest {
  id: number
  /** Rejects the change unless one of these is a current version of the item. */
  expectedVersions?: readonly string[]
  /** Throws if the item is not in the expected state. */
  checkBefore?(item: Item, schema: Schema): void
  /** Receives the item as saved, before others can change it. */
  onSaved?(item: Item): void
}

/** Adds the parser for the texts of a write. */
export interface WriteContext extends ContentContext {
  readonly texts: TextParser
}

export function createItem(context: WriteContext, request: CreateRequest): Promise<number> {
  return writeWithTexts(context, request, (tx, texts) =>
    runIdempotent(tx, request.idempotency, context, async () => {
      const schema = await schemaForSaving(context, tx, request.rootId)
      const check = checkValues(schema, request, { fillsInitial: true, texts })
      const named = modelNamed(schema, request.model, check.problems)
      const inputs = readLanguages(schema, request.body, 'main', check.problems)
      // Without a model there are no fields to check.
      const model = named ?? refuse(check.problems)
      const values = mapLanguages(inputs, ({ fields, path, language }) =>
        writeValues(fields, model.fields, path, check.writingIn(language)),
      )
      check.requireTexts()
      const at = context.now()
      const { spaceId } = request
      // Before the slugs, which may end with the id.
      const [id = 0] = await tx.ids.allocate('content', 1)
      const facts = { id, rootId: schema.root.id, spaceId, modelId: model.id, createdAt: at }
      const given = clearHidden(schema, undefined, newItem(facts, values, request.stage), at)
      const item = await withSlugs(tx, schema, undefined, given)
      await refuseProblems(tx, schema, check, inputs, { given, after: item })
      const entry = { actor: request.actor, action: 'create', at, isNew: true, before: [] }
      await saveItems(tx, schema, [item], entry)
      if (request.release) {
        const copy = await openCopy(tx, { ...item, languages: new Map() }, request.release, {
          ...request,
          at,
        })
        await copy.save(item, [...item.languages.keys()])
      }
      return id
    }),
  )
}

export function replaceItem(context: WriteContext, request: ChangeRequest): Promise<number> {
  return changeItem(context, request, 'replace', 'main', (changing) => {
    const { item, inputs, schema, model, check, now } = changing
    const values = mapLanguages(inputs, ({ fields, path, language }) => {
      const written = writeValues(fields, model.fields, path, check.writingIn(language))
      const old = patchBase(item, language.id, request.stage)
      return request.allowsMultiselect
        ? written
        : withInaccessible(written, old, model.fields, schema)
    })
    return replaced(item, values, request.stage, now)
  })
}

export function patchItem(
  context: WriteContext,
  request: Omit<ChangeRequest, 'model'> & { model?: string | undefined },
): Promise<number> {
  return changeItem(context, request, 'patch', 'any', (changing) => {
    const values = mergedValues(request.stage, changing)
    return patched(changing.item, values, request.stage, changing.now)
  })
}

/** Adds a draft to a published item: its published data, merged with the fields of the body. */
export function addDraftToItem(
  context: WriteContext,
  request: Omit<ChangeRequest, 'model' | 'stage'> & { idempotency?: Idempotency },
): Promise<number> {
  return changeItem(context, request, 'add draft', 'none', (changing) =>
    addDraft(changing.item, mergedValues('published', changing), changing.now),
  )
}

/** Merges the fields of the body into the values that the item has in this stage. */
function mergedValues(stage: Stage, { item, inputs, model, check }: Changing): LanguageValues {
  return mapLanguages(inputs, ({ fields, path, language }) => {
    const base = patchBase(item, language.id, stage)
    return patchValues(base, fields, model.fields, path, check.writingIn(language))
  })
}

/**
 * Keeps the values of fields that the caller has no access to, also in field sets: their absence does not
 * mean that they should be cleared.
 */
function withInaccessible(
  written: StoredValues,
  before: StoredValues,
  fields: readonly Field[],
  schema: Schema,
): StoredValues {
  const values = { ...written }
  for (const field of fields) {
    const old = before[field.id]
    if (old === undefined) continue
    const { needsExtendedWrites, nested } = fieldTypeOf(field)
    if (needsExtendedWrites) values[field.id] = old
    else if (nested?.reach === 'one') {
      const inside = (written[field.id] ?? {}) as StoredValues
      const kept = withInaccessible(
        inside,
        old as StoredValues,
        nested.fields(field, schema),
        schema,
      )
      if (Object.keys(kept).length > 0) values[field.id] = kept
    }
  }
  return values
}

interface Changing {
  item: Item
  schema: Schema
  inputs: readonly LanguageInput[]
  model: Model
  check: ValueCheck
  now: number
}

/** A change of a release is recorded when the release is published. */
const notRecorded = Promise.resolve(undefined)

function changeItem(
  context: WriteContext,
  request: Omit<ChangeRequest, 'model' | 'stage'> & {
    model?: string | undefined
    idempotency?: Idempotency
  },
  action: string,
  need: 'main' | 'any' | 'none',
  change: (changing: Changing) => Item,
): Promise<number> {
  return writeWithTexts(context, request, (tx, texts) =>
    runIdempotent(tx, request.idempotency, context, async () => {
      const schema = await schemaForSaving(context, tx, request.rootId)
      const at = context.now()
      // In this order: the item is locked before the earlier state for events is read, in one round trip.
      const loading = itemToChange(tx, schema, request, at)
      const recording = request.release
        ? notRecorded
        : startRecording(tx, schema, [request.id], { isNew: false })
      const [{ before, copy }] = await settleAll(loading, recording)
      const check = checkValues(schema, request, { fillsInitial: false, texts })
      const model = ownModel(schema, before, request.model, check.problems)
      const inputs = readLanguages(schema, request.body, need, check.problems)
      const base = copy?.item ?? before
      const changed = change({ item: base, schema, inputs, model, check, now: at })
      const given = clearHidden(schema, base, changed, at)
      check.requireTexts()
      const after = await withSlugs(tx, schema, base, given)
      await refuseProblems(tx, schema, check, inputs, {
        before: base,
        given,
        after,
        stored: before,
      })
      if (copy) {
        await copy.save(
          after,
          inputs.map(({ language }) => language.id),
        )
        return before.id
      }
      const { actor } = request
      const entry = { actor, action, at, isNew: false, before: [before], recording }
      await saveItems(tx, schema, [after], entry)
      await dropPlansOfRemoved(tx, [{ before, after }], entry)
      request.onSaved?.(after)
      return before.id
    }),
  )
}

/**
 * Runs the work in one transaction. If texts are too long to be parsed in this thread, the transaction is
 * rolled back, the texts are parsed without holding locks, and the work is run again.
 */
export async function writeWithTexts<T>(
  context: WriteContext,
  { rootId, actor }: { rootId: number; actor: string },
  work: (tx: WriteTransaction, texts: TextSource) => Promise<T>,
): Promise<T> {
  const texts = createWriteTexts(context.texts.limits)
  for (;;) {
    try {
      return await retryTaken(() => context.store.write((tx) => work(tx, texts)))
    } catch (error) {
      if (!(error instanceof TextsPending)) throw error
      texts.add(error.jobs, await context.texts.parse({ rootId, actor }, error.jobs))
    }
  }
}

async function itemToChange(
  tx: WriteTransaction,
  schema: Schema,
  request: Omit<ChangeRequest, 'model' | 'stage'>,
  at: number,
): Promise<{ before: Item; copy?: ReleaseCopy }> {
  try {
    const before = await loadItem(tx, schema, request.id, request.spaceId)
    const { release, expectedVersions } = request
    if (!release) await requireVersion(tx, before, expectedVersions)
    request.checkBefore?.(before, schema)
    if (!release) return { before }
    return { before, copy: await openCopy(tx, before, release, { ...request, at }) }
  } catch (error) {
    // Problems of the request itself come before conflicts with the stored item.
    if (error instanceof Refusal && request.problems?.length) refuse(request.problems)
    throw error
  }
}

function mapLanguages(
  inputs: readonly LanguageInput[],
  valuesOf: (input: LanguageInput) => ReturnType<typeof writeValues>,
): LanguageValues {
  return new Map(inputs.map((input) => [input.language.id, valuesOf(input)]))
}
