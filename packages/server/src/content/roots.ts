/** Root spaces: the initial one, and those that an operator adds. */
import {
  defaultRootName,
  defaultRootSettings,
  firstRootLuid,
  type RootDefinition,
} from '@octavo/schema/definitions.ts'
import { Refusal } from '@octavo/schema/errors.ts'
import { isLuid, parentSpaceLuid } from '@octavo/schema/names.ts'
import type { Store, WriteTransaction } from '../store/store.ts'

const firstRoot = { luid: firstRootLuid, name: defaultRootName(firstRootLuid) }

/** Creates the first root space if there is none. Safe when several processes start at the same time. */
export async function ensureRoot(store: Store): Promise<void> {
  const roots = await store.read((tx) => tx.roots.list())
  if (roots.length > 0) return
  await store.write(async (tx) => {
    await tx.roots.lock(0, 'exclusive')
    if ((await tx.roots.list()).length === 0) await insertRoot(tx, firstRoot)
  })
}

export function createRoot(store: Store, root: { luid: string; name?: string }): Promise<number> {
  if (!isLuid(root.luid)) {
    const message =
      'must be 1 to 64 lower-case letters, digits or underscores, and must not start with an underscore'
    throw new Refusal('badRequest', [{ path: 'LUID', message }])
  }
  return store.write(async (tx) => {
    await tx.roots.lock(0, 'exclusive')
    const roots = await tx.roots.list()
    if (roots.some(({ luid }) => luid === root.luid)) {
      throw new Refusal(
        'badRequest',
        `a root space "${root.luid}" already exists; choose another LUID`,
      )
    }
    return insertRoot(tx, { name: defaultRootName(root.luid), ...root })
  })
}

async function insertRoot(
  tx: WriteTransaction,
  { luid, name }: { luid: string; name: string },
): Promise<number> {
  const [id = 0, languageId = 0, spaceId = 0] = await tx.ids.allocate('definition', 3)
  const root: RootDefinition = {
    id,
    luid,
    name,
    version: 1,
    languages: [{ id: languageId, key: 'en', bit: 0 }],
    spaces: [{ id: spaceId, luid: parentSpaceLuid, name }],
    fieldSets: [],
    models: [],
    settings: defaultRootSettings,
  }
  await tx.roots.insert(root)
  return id
}
