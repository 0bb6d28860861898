/** Stores the rows of a preview. Only items whose plans or content changed are derived again. */
import { inBatches } from '../../scheduling/batches.ts'
import type { ReleaseEntry } from '../../store/releases.ts'
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
      const entries = await tx.releases.ofItems(ids)
      await tx.previews.remove(preview, ids)
      const shown = items.flatMap((item) => {
        const own = steps.get(item.id)
        if (!own) return []
        const after = afterSteps(
          schema,
          item,
          own.map((step) => loaded(step, item.id, entries, now)),
        )
        return [{ item, derived: deriveItem(schema, after), stamp: stampOf(item.id) ?? '' }]
      })
      await tx.previews.save(preview, shown)
    })
    const [revision = 0] = await tx.ids.allocate('document', 1)
    await tx.previews.finish({ ...preview, state, revision, builtAt: now })
  })
}

function loaded(
  { languageId, action, at, source }: Step,
  itemId: number,
  entries: readonly ReleaseEntry[],
  now: number,
): LoadedStep {
  const held =
    'copy' in source
      ? source
      : entries.find(
          (entry) =>
            entry.releaseId === source.releaseId &&
            entry.itemId === itemId &&
            entry.languageId === languageId,
        )
  return { languageId, action, at: at ?? now, copy: held?.copy ?? null }
}
