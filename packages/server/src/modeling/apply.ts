/**
 * Applies a schema: checks it, plans the change, inspects stored content, and executes the plan. All or
 * nothing.
 */
import type { SchemaPreview } from '@octavo/schema/admin/schema.ts'
import { Refusal } from '@octavo/schema/errors.ts'
import { views } from '@octavo/schema/field-types.ts'
import { scopeOf } from '@octavo/schema/schema.ts'
import type { RootDefinition } from '@octavo/schema/definitions.ts'
import { say } from '@octavo/schema/problems.ts'
import { changedDefinitions } from '../events/changed-definitions.ts'
import { recordSchemaEvent } from '../events/record.ts'
import type { ReadTransaction, Store } from '../store/store.ts'
import type { TextParser } from '../text/text-parser.ts'
import { convertTexts, type Converting } from './convert-texts.ts'
import { executePlan } from './execute-plan.ts'
import { checkFile } from './check-file.ts'
import { impactOf, type Impact } from './impact.ts'
import { inspect } from './inspect.ts'
import { existingNames, planChange } from './plan.ts'
import type { SchemaFile } from './schema-file.ts'
import { placed, type SchemaSource } from './source.ts'

export interface SchemaContext {
  readonly store: Store
  /** Parses long texts that become flexible ones. By default, this thread does. */
  readonly texts?: TextParser
  now(): number
}

export interface SchemaRequest {
  rootId: number
  /** On whose behalf texts are converted. */
  actor?: string
  source: SchemaSource
  /** Whether to remove definitions that the schema omits. */
  isPrune: boolean
  /** Called with the number of items processed since the last call. */
  onProgress?: (items: number) => void
}

export interface ApplyRequest extends SchemaRequest {
  /** Whether to plan the change without executing it. */
  isDryRun: boolean
  /** Whether to delete content along with definitions. */
  isConfirmed: boolean
  actor: string
  /** Rejects the request if the definition has another version now. */
  expectedVersion?: number
  /** Called with the plan before anything is rejected or executed. */
  onPlan?: (preview: SchemaPreview) => void
}

export type SchemaOutcome = Pick<SchemaPreview, 'lines' | 'isChanged'>

/** Plans a schema change without applying it. Throws only for an invalid schema. */
export function previewSchema(
  context: SchemaContext,
  request: SchemaRequest,
): Promise<SchemaPreview> {
  const converting = convertingFor(context, request)
  return context.store.read(async (tx) => (await prepare(tx, request, converting)).preview)
}

function convertingFor(
  { texts }: SchemaContext,
  { rootId, actor = '' }: SchemaRequest,
): Converting {
  return convertTexts({ rootId, actor }, texts)
}

/** Changes a root space to match a schema. Applying it again changes nothing. */
export async function applySchema(
  context: SchemaContext,
  request: ApplyRequest,
): Promise<SchemaOutcome> {
  if (request.isDryRun) return requireConfirmed(await previewSchema(context, request), request)
  const converting = convertingFor(context, request)
  return context.store.write(async (tx) => {
    await tx.roots.lock(request.rootId, 'exclusive')
    await requireVersion(tx, request)
    const { preview, impact } = await prepare(tx, request, converting)
    const outcome = requireConfirmed(preview, request)
    if (!outcome.isChanged) return outcome
    const saved = await executePlan(tx, impact, converting, request.onProgress)
    const [change] = await tx.changes.append([
      {
        at: context.now(),
        rootId: saved.id,
        kind: 'schema',
        subjectId: saved.id,
        modelId: null,
        actor: request.actor,
        action: 'apply',
        scopes: scopesOf(impact.before.root, saved),
        events: [{ type: 'schema.changed', languageId: 0, isDraft: false }],
      },
    ])
    await recordSchemaEvent(tx, change, changedDefinitions(impact.before.root, saved))
    return outcome
  })
}

async function requireVersion(
  tx: ReadTransaction,
  { rootId, expectedVersion }: ApplyRequest,
): Promise<void> {
  if (expectedVersion === undefined || (await tx.roots.version(rootId)) === expectedVersion) return
  throw new Refusal('preconditionFailed', say('definitionChanged'))
}

async function prepare(
  tx: ReadTransaction,
  { rootId, source, isPrune, onProgress }: SchemaRequest,
  converting: Converting,
): Promise<{ preview: SchemaPreview; impact: Impact }> {
  const current = await tx.roots.load(rootId)
  const file = checkedFile(source, current, isPrune)
  const plan = planChange(current, file, isPrune)
  if (plan.problems.length > 0) throw new Refusal('badRequest', placed(plan.problems, source))
  const impact = impactOf(current, plan.next)
  const inspection = await inspect(tx, impact, converting, onProgress)
  const { lines: planned } = plan
  const preview = {
    lines: planned.map(({ message }) => message),
    planned,
    isChanged: planned.length > 0,
    losses: inspection.losses.map(({ message }) => message),
    lost: inspection.losses,
    problems: inspection.problems.map((problem) =>
      problem.path === '' ? problem : (placed([problem], source)[0] ?? problem),
    ),
  }
  return { preview, impact }
}

function checkedFile(source: SchemaSource, current: RootDefinition, isPrune: boolean): SchemaFile {
  if (source.value === undefined) throw new Refusal('badRequest', source.problems)
  const { file, problems } = checkFile(source.value, existingNames(current, isPrune))
  const all = [...source.problems, ...placed(problems, source)]
  if (all.length > 0) throw new Refusal('badRequest', all)
  return file
}

/** Rejects a change that is impossible or not confirmed. */
function requireConfirmed(
  preview: SchemaPreview,
  { isConfirmed, onPlan }: ApplyRequest,
): SchemaOutcome {
  onPlan?.(preview)
  const { lines, isChanged, problems, lost } = preview
  const unconfirmed = isConfirmed ? [] : lost
  const all = [
    ...problems,
    ...unconfirmed.map((loss) => ({
      ...loss,
      path: '',
      message: `${loss.message}; pass --yes to delete them`,
    })),
  ]
  if (all.length > 0) throw new Refusal('badRequest', all)
  return { lines, isChanged }
}

/** Every language of the old and the new definition, in both views. */
function scopesOf(before: RootDefinition, after: RootDefinition): number[] {
  const ids = new Set([...before.languages, ...after.languages].map(({ id }) => id))
  return [...ids].flatMap((id) => views.map((view) => scopeOf(id, view)))
}
