/** Stores the rows of a preview. Only items whose plans or content changed are derived again. */
import { inBatches } from '../../scheduling/batches.ts'
import type { StageData } from '../../store/records.ts'
import type { ReleaseEntry } from '../../store/releases.ts'
import type { Schedule } from '../../store/schedules.ts'
import type { ReadTransaction } from '../../store/store.ts'
import type { ContentContext } from '../context.ts'
import { deriveItem } from '../derive.ts'
import { currentTime } from '../schedules/current-time.ts'
import { afterSteps, type LoadedStep } from './apply.ts'
import { stepsOf, targetOf, type Step, type Wanted } from './plan.ts'

export function buildPreview(context: ContentContext, wanted: Wanted): Promise<void> {
  return context.store.write(async (tx) => {
    const schema = await context.schemas.forWriting(tx, wanted.rootId)
    const state = `${await tx.previews.planVersion()} ${schema.root.version}`
    const target = await targetOf(tx, wanted)
    if (!target) return
    const steps = await stepsOf(tx, schema, target)
    const now = await currentTime(tx, context)
    const { preview, isTaken } = await tx.previews.claim(target.name, target.view)
    const stored = await tx.previews.stamps(preview.slot)
    const stampOf = (id: number): string | undefined => {
      const own = steps.get(id)
      return own && `${schema.root.version} ${own.map(({ stamp }) => stamp).join(', ')}`
    }
    const changed = [...new Set([...stored.keys(), ...steps.keys()])]
      .filter((id) => isTaken || stored.get(id) !== stampOf(id))
      // In order of id, like all transactions that lock several items.
      .toSorted((a, b) => a - b)
    await inBatches(changed, async (ids) => {
      const items = await tx.items.load(ids)
      const schedules = target.at === null ? [] : await tx.schedules.ofItems(ids)
      const copies = { schedules, entries: await entriesOf(tx, ids, steps) }
      await tx.previews.remove(preview, ids)
      const shown = items.flatMap((item) => {
        const own = steps.get(item.id)
        if (!own) return []
        const after = afterSteps(
          schema,
          item,
          own.map((step) => loaded(step, item.id, copies, now)),
        )
        return [{ item, derived: deriveItem(schema, after), stamp: stampOf(item.id) ?? '' }]
      })
      await tx.previews.save(preview, shown)
    })
    const [revision = 0] = await tx.ids.allocate('document', 1)
    await tx.previews.finish({ ...preview, state, revision, builtAt: now })
  })
}

/** Only those of the releases that the preview shows. */
async function entriesOf(
  tx: ReadTransaction,
  itemIds: readonly number[],
  steps: ReadonlyMap<number, readonly Step[]>,
): Promise<ReleaseEntry[]> {
  const own = itemIds.flatMap((id) => steps.get(id) ?? [])
  const releaseIds = new Set(own.flatMap(({ releaseId }) => releaseId ?? []))
  const found: ReleaseEntry[] = []
  for (const id of releaseIds) found.push(...(await tx.releases.entriesOf(id, itemIds)))
  return found
}

interface Copies {
  readonly schedules: readonly Schedule[]
  readonly entries: readonly ReleaseEntry[]
}

function loaded(step: Step, itemId: number, copies: Copies, now: number): LoadedStep {
  const { languageId, action, at } = step
  return { languageId, action, at: at ?? now, copy: copyOf(step, itemId, copies) }
}

function copyOf(
  { languageId, action, releaseId }: Step,
  itemId: number,
  { schedules, entries }: Copies,
): StageData | null {
  const isOwn = (one: Schedule | ReleaseEntry): boolean =>
    one.itemId === itemId && one.languageId === languageId && one.action === action
  const held =
    releaseId === null
      ? schedules.find(isOwn)
      : entries.find((entry) => entry.releaseId === releaseId && isOwn(entry))
  return held?.copy ?? null
}
