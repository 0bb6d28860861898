/** Reads content as it will be after planned changes. */
import { Unavailable } from '@octavo/schema/errors.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { ShownPreview } from '../../query/tree.ts'
import type { Reader } from '../../store/reader.ts'
import type { Reading } from '../../store/reading.ts'
import { settleAll } from '../../store/settle-all.ts'
import type { ReadTransaction } from '../../store/store.ts'
import type { ContentContext } from '../context.ts'
import { copyVersion } from '../releases/write.ts'
import { buildPreview } from './build.ts'
import { targetOf, type Target, type Wanted } from './plan.ts'

export interface Previewed {
  reading: Reading
  /** Of the same moment. */
  schema: Schema
  /** Absent if nothing is planned. */
  preview?: ShownPreview
  /** The version of an item in the last of the releases that has it. */
  plannedVersion?(itemId: number): Promise<string | undefined>
}

export interface Previews {
  /** `work` may be repeated, like other reads. */
  read<T>(wanted: Wanted, work: (shown: Previewed) => Promise<T>, reader?: Reader): Promise<T>
}

/** Plans change while a preview is built. More often than this is unlikely. */
const maxAttempts = 10

export function createPreviews(context: ContentContext): Previews {
  const building = new Map<string, Promise<void>>()

  /** Concurrent readers wait for one build. */
  function build(wanted: Wanted): Promise<void> {
    const name = JSON.stringify(wanted)
    const running = building.get(name)
    if (running) return running
    const started = buildPreview(context, wanted).finally(() => building.delete(name))
    building.set(name, started)
    return started
  }

  return {
    async read(wanted, work, reader) {
      for (let attempt = 1; attempt <= maxAttempts; attempt++) {
        const found = await context.store.read(async (tx) => {
          const [schema, target] = await settleAll(
            context.schemas.in(tx, wanted.rootId),
            targetOf(tx, wanted),
          )
          const { reading } = tx
          if (!target) return { value: await work({ reading, schema }) }
          const stored = await tx.previews.current(target.name, schema.root.version)
          if (!stored) return undefined
          const { slot, revision } = stored
          const preview = { slot, revision }
          const plannedVersion = (id: number) => versionIn(tx, target, id)
          return { value: await work({ reading, schema, preview, plannedVersion }) }
        }, reader)
        if (found) return found.value
        await build(wanted)
      }
      throw new Unavailable('the planned changes are being edited: try again', 1)
    },
  }
}

async function versionIn(
  tx: ReadTransaction,
  { releases, at }: Target,
  itemId: number,
): Promise<string | undefined> {
  if (at !== null) return undefined
  for (const { id } of releases.toReversed()) {
    const version = copyVersion(await tx.releases.stamps(id, itemId))
    if (version !== undefined) return version
  }
  return undefined
}
