/** Brings a space to the models of the configuration file while a person edits it. */
import { readFileSync, writeFileSync } from 'node:fs'
import type { SchemaPreview } from '@octavo/schema/admin/schema.ts'
import { formatProblem, Refusal } from '@octavo/schema/errors.ts'
import { parsedPlace, withWas } from '../../config-file/add-was.ts'
import type { LoadedConfig } from '../../config-file/load.ts'
import { applySchema, previewSchema, type SchemaContext } from '../../modeling/apply.ts'
import { likelyRenames, type LikelyRename } from '../../modeling/likely-renames.ts'
import type { SchemaSource } from '../../modeling/source.ts'
import { plural } from '../plural.ts'
import type { Terminal } from '../terminal.ts'
import { ask, canAsk } from './ask.ts'

export interface Syncing extends SchemaContext {
  readonly rootId: number
  readonly terminal: Terminal
}

/** `edited`: a rename was written into a file, which will be read again. */
export type SyncResult = 'same' | 'applied' | 'refused' | 'edited'

/** Applies what loses nothing and asks before the rest. The signal ends a question. */
export async function syncSchema(
  syncing: Syncing,
  { schema, name }: Pick<LoadedConfig, 'schema' | 'name'>,
  signal: AbortSignal,
): Promise<SyncResult> {
  if (!schema) return 'same'
  try {
    return await sync(syncing, schema, name, signal)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return refused(syncing.terminal, error.problems.map(formatProblem))
  }
}

async function sync(
  syncing: Syncing,
  source: SchemaSource,
  name: string,
  signal: AbortSignal,
): Promise<SyncResult> {
  const { rootId, terminal } = syncing
  const preview = await previewSchema(syncing, { rootId, source, isPrune: true })
  if (!preview.isChanged) return 'same'
  terminal.print(`${name} changes the schema:`)
  for (const line of preview.lines) terminal.print(`  ${line}`)
  const renames = likelyRenames(await currentRoot(syncing), source)
  // Before problems are reported: a rename may be all that is missing.
  for (const rename of canAsk(terminal) ? renames : []) {
    if (await wroteRename(rename, source, terminal, signal)) return 'edited'
    if (signal.aborted) return 'refused'
  }
  if (preview.problems.length > 0) {
    if (!canAsk(terminal)) for (const rename of renames) terminal.note(hintOf(rename))
    return refused(terminal, preview.problems.map(formatProblem))
  }
  if (preview.losses.length === 0) return apply(syncing, source, { isPrune: true })
  return withLosses(syncing, source, { preview, renames, signal })
}

interface Losing {
  preview: SchemaPreview
  renames: readonly LikelyRename[]
  signal: AbortSignal
}

async function withLosses(
  syncing: Syncing,
  source: SchemaSource,
  { preview, renames, signal }: Losing,
): Promise<SyncResult> {
  const { terminal, rootId } = syncing
  for (const loss of preview.losses) terminal.note(`This would delete content: ${loss}.`)
  if (!canAsk(terminal)) {
    for (const rename of renames) terminal.note(hintOf(rename))
    terminal.note('Not applied. To delete the content, run octavo schema apply --prune --yes.')
    // The new field of a rename must not be there before the rename.
    return renames.length > 0 ? 'refused' : addOnly(syncing, source)
  }
  const isWanted = await ask(terminal, 'Apply this and delete the content?', signal)
  if (signal.aborted) return 'refused'
  if (isWanted) {
    const version = await syncing.store.read((tx) => tx.roots.version(rootId))
    return apply(syncing, source, { isPrune: true, isConfirmed: true, version })
  }
  terminal.note('Kept what holds content.')
  return renames.length > 0 ? 'refused' : addOnly(syncing, source)
}

/** The additions of a plan, without its removals. */
async function addOnly(syncing: Syncing, source: SchemaSource): Promise<SyncResult> {
  const { rootId } = syncing
  const preview = await previewSchema(syncing, { rootId, source, isPrune: false })
  const isSafe = preview.losses.length === 0 && preview.problems.length === 0
  if (!preview.isChanged || !isSafe) return 'refused'
  return apply(syncing, source, { isPrune: false })
}

async function apply(
  syncing: Syncing,
  source: SchemaSource,
  {
    isPrune,
    isConfirmed = false,
    version,
  }: { isPrune: boolean; isConfirmed?: boolean; version?: number },
): Promise<SyncResult> {
  const { rootId, terminal } = syncing
  const { lines } = await applySchema(syncing, {
    rootId,
    source,
    isPrune,
    isConfirmed,
    isDryRun: false,
    actor: 'cli',
    ...(version !== undefined && { expectedVersion: version }),
  })
  terminal.print(`Applied ${plural(lines.length, 'change')}.`)
  return 'applied'
}

function refused(terminal: Terminal, problems: readonly string[]): SyncResult {
  for (const problem of problems) terminal.note(`octavo: ${problem}`)
  terminal.note('Nothing was applied. Save the file again when this is fixed.')
  return 'refused'
}

function currentRoot({ store, rootId }: Syncing) {
  return store.read((tx) => tx.roots.load(rootId))
}

async function wroteRename(
  rename: LikelyRename,
  source: SchemaSource,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<boolean> {
  const { what, name, from } = rename
  const question = `Is ${name} the renamed ${what} ${from}? Its content stays then.`
  if (!(await ask(terminal, question, signal))) return false
  const place = parsedPlace(source.placeOf(rename.path))
  const edited = place && withWas(readFileSync(place.path, 'utf8'), place.position, rename)
  if (!place || edited === undefined) terminal.note(hintOf(rename))
  else {
    writeFileSync(place.path, edited)
    terminal.note(`Wrote was: '${from}' into ${place.path}.`)
  }
  return true
}

function hintOf(rename: LikelyRename): string {
  const { what, name, from } = rename
  return `If ${name} is the renamed ${what} ${from}, write ${callOf(rename)}.`
}

function callOf({ what, type, from, to }: LikelyRename): string {
  if (what === 'field') return `field.${type}('${to}', { was: '${from}' })`
  const builder = what === 'model' ? 'defineModel' : 'defineFieldSet'
  return `${builder}({ luid: '${to}', was: '${from}', … })`
}
