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

/** Targets of earlier reads. The times that clients send can all differ. */
const mostKnown = 100

/** What a read asked for, at this version of the plans and of the definitions. */
interface Known {
  target: Target
  state: string
  schemaVersion: number
}

export function createPreviews(context: ContentContext): Previews {
  const building = new Map<string, Promise<void>>()
  const known = new Map<string, Known>()

  /**
   * The preview for a target, in the snapshot of the transaction. For the target of an earlier read, it is found in one
   * round trip together with the schema: equal states mean that no plan has changed since.
   */
  async function find(tx: ReadTransaction, wanted: Wanted) {
    const name = JSON.stringify(wanted)
    const before = known.get(name)
    const [schema, same] = await settleAll(
      context.schemas.in(tx, wanted.rootId),
      before ? tx.previews.current(before.target.name, before.schemaVersion) : noPreview,
    )
    const { version: schemaVersion } = schema.root
    if (before && before.schemaVersion === schemaVersion && same?.state === before.state) {
      return { schema, target: before.target, stored: same }
    }
    known.delete(name)
    const target = await targetOf(tx, wanted)
    const stored = target && (await tx.previews.current(target.name, schemaVersion))
    if (stored) {
      known.set(name, { target, state: stored.state, schemaVersion })
      const [oldest = ''] = known.keys()
      if (known.size > mostKnown) known.delete(oldest)
    }
    return { schema, target, stored }
  }

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
          const { schema, target, stored } = await find(tx, wanted)
          const { reading } = tx
          if (!target) return { value: await work({ reading, schema }) }
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

const noPreview = Promise.resolve(undefined)

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
