/** Reads content as it will be after planned changes. */
import { Unavailable } from '@octavo/schema/errors.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import type { ShownPreview } from '../../query/tree.ts'
import type { Reader } from '../../store/reader.ts'
import type { Reading } from '../../store/reading.ts'
import type { ContentContext } from '../context.ts'
import { buildPreview, stateOf } from './build.ts'
import { targetOf, type Wanted } from './plan.ts'

export interface Previewed {
  reading: Reading
  /** Of the same moment. */
  schema: Schema
  /** Undefined if nothing is planned. */
  preview: ShownPreview | undefined
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
          const schema = await context.schemas.in(tx, wanted.rootId)
          const { reading } = tx
          const target = await targetOf(tx, wanted)
          if (!target) return { value: await work({ reading, schema, preview: undefined }) }
          const stored = await tx.previews.current(target.name)
          const state = stateOf(await tx.previews.planVersion(), schema)
          if (stored?.state !== state) return undefined
          const { slot, revision } = stored
          return { value: await work({ reading, schema, preview: { slot, revision } }) }
        }, reader)
        if (found) return found.value
        await build(wanted)
      }
      throw new Unavailable('the planned changes are being edited: try again', 1)
    },
  }
}
