/** Refuses a write with all of its problems: of the request, its model, its values and the rules. */
import type { Model } from '@octavo/schema/definitions.ts'
import { addProblem, Refusal, type Problem } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { Item } from '../store/records.ts'
import { settleAll } from '../store/settle-all.ts'
import { TakenMeanwhile, type WriteTransaction } from '../store/store.ts'
import type { LanguageInput } from './input.ts'
import { publicationProblems } from './rules.ts'
import type { ValueCheck } from './writing.ts'

/** Checks values and rules together, so that one error lists every problem. */
export async function refuseProblems(
  tx: WriteTransaction,
  schema: Schema,
  check: ValueCheck,
  inputs: readonly LanguageInput[],
  { before, given, after, stored }: { before?: Item; given: Item; after: Item; stored?: Item },
): Promise<void> {
  const [, broken] = await settleAll(
    check.checkTargets(tx),
    publicationProblems(tx, schema, before, after, stored),
  )
  const unreported = broken
    .map((problem) => ({ ...problem, path: pathAsSent(problem.path, inputs, schema) }))
    .filter(({ path }) => !isReported(path, check.problems))
  const problems = [...check.problems, ...unreported]
  // Another request saved the same slug after this one had derived it.
  if (given !== after && problems.some(({ code }) => code === 'taken'))
    throw new TakenMeanwhile(problems)
  if (problems.length > 0) refuse(problems)
}

export function refuse(problems: readonly Problem[]): never {
  throw new Refusal('badRequest', problems)
}

/** Rules use the path `fields` for the main language, which the client may have sent as `fields[en]`. */
function pathAsSent(path: string, inputs: readonly LanguageInput[], schema: Schema): string {
  const main = inputs.find(({ language }) => language === schema.mainLanguage)
  return main ? path.replace(/^fields(?=\.)/, () => main.path) : path
}

/**
 * Whether a problem at this path is already reported. An invalid value is not also reported as missing, and
 * neither is anything inside it.
 */
function isReported(path: string, problems: readonly Problem[]): boolean {
  return problems.some((reported) => isWithin(reported.path, path) || isWithin(path, reported.path))
}

/** `fields.links[0].to` is within `fields.links`, but `fields.links_2` is not. `fields[ja]` is not in `fields`. */
function isWithin(path: string, outer: string): boolean {
  return path.startsWith(outer) && /^(?:$|\.|\[\d)/.test(path.slice(outer.length))
}

export const noSuchModel: Problem = {
  path: 'model',
  message: 'the space has no such model',
}

export function modelNamed(
  schema: Schema,
  luid: string | undefined,
  problems: Problem[],
): Model | undefined {
  const model = luid === undefined ? undefined : schema.modelByLuid.get(luid)
  if (!model && luid !== undefined) addProblem(problems, noSuchModel)
  return model
}

/** If the request names another model, its values still belong to the model of the item. */
export function ownModel(
  schema: Schema,
  item: Item,
  luid: string | undefined,
  problems: Problem[],
): Model {
  const model = schema.modelById.get(item.modelId)
  if (!model) throw new Refusal('notFound', say('itemGone'))
  if (luid === undefined || model.luid === luid) return model
  const isModel = schema.modelByLuid.has(luid)
  const fault = isModel ? { path: 'model', message: 'is not the model of this item' } : noSuchModel
  addProblem(problems, fault)
  return model
}
