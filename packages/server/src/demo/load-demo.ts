/** Loads the demo into an empty instance, in one transaction. */
import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createKey } from '../access/keys.ts'
import { Refusal } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import { createPasswords } from '../access/passwords.ts'
import { createUser } from '../access/users.ts'
import type { ContentContext } from '../content/context.ts'
import { cachedSchemas } from '../store/cache/schemas.ts'
import { addMedia } from '../media/add-media.ts'
import type { MediaStorage } from '../media/storage.ts'
import { applySchema } from '../modeling/apply.ts'
import { readSource } from '../modeling/read-source.ts'
import type { Store, WriteTransaction } from '../store/store.ts'
import { importContent } from '../transfer/import.ts'

/** The credentials, which are not stored in plain text and cannot be shown again. */
export interface Demo {
  email: string
  password: string
  publishedKey: string
  draftKey: string
}

const email = 'owner@example.com'
const actor = 'system'

/** Changes nothing and returns undefined if the instance is not empty. */
export function loadDemo(
  context: ContentContext,
  mediaStorage: MediaStorage,
  { onStart }: { onStart: () => void },
): Promise<Demo | undefined> {
  return context.store.write(async (tx) => {
    await tx.roots.lock(0, 'exclusive')
    if (!(await tx.tables.isEmpty())) return undefined
    const [root] = await tx.roots.list()
    if (!root) return undefined
    onStart()
    const store = storeWithin(tx, context.store)
    const inside = { store, schemas: cachedSchemas(), now: context.now }
    await loadSchema(inside, root.id)
    await loadPictures(inside, root.id, mediaStorage)
    await loadContent(inside, root.id)
    const password = newPassword()
    await createUser(
      { ...inside, passwords: createPasswords() },
      { email, role: 'owner', password, actor },
    )
    const publishedKey = await keyOf(inside, root.id, 'published')
    const draftKey = await keyOf(inside, root.id, 'draft')
    return { email, password, publishedKey, draftKey }
  })
}

/**
 * Loads the models and the content of the demo for an account that exists already. Rejected unless there is nothing
 * else, because the ids of the demo are fixed.
 */
export function loadDemoContent(
  context: ContentContext,
  mediaStorage: MediaStorage,
  rootId: number,
): Promise<void> {
  return context.store.write(async (tx) => {
    await tx.roots.lock(0, 'exclusive')
    const schemas = cachedSchemas()
    const { root } = await schemas.in(tx, rootId)
    const roots = await tx.roots.list()
    const hasModels = root.models.length > 0 || root.fieldSets.length > 0
    if (hasModels || roots.length > 1 || (await tx.tables.hasContent()))
      throw new Refusal('badRequest', say('demoNotEmpty'))
    const inside = { store: storeWithin(tx, context.store), schemas, now: context.now }
    await loadSchema(inside, rootId)
    await loadPictures(inside, rootId, mediaStorage)
    await loadContent(inside, rootId)
  })
}

/** Makes use cases that open their own transactions run inside this one. */
function storeWithin(tx: WriteTransaction, store: Store): Store {
  return { ...store, read: (work) => work(tx), write: (work) => work(tx) }
}

async function loadSchema(context: ContentContext, rootId: number): Promise<void> {
  const source = readSource(await readFile(placeOf('schema.json'), 'utf8'), 'demo/schema.json')
  const options = { isPrune: false, isDryRun: false, isConfirmed: false }
  await applySchema(context, { rootId, source, actor, ...options })
}

/** An entry of demo/media.json. */
interface Picture {
  id: number
  filename: string
  /** LUID; absent for the parent space. */
  space?: string
  /** By language. */
  alt: Record<string, string>
}

async function loadPictures(
  context: ContentContext,
  rootId: number,
  mediaStorage: MediaStorage,
): Promise<void> {
  const schema = await context.store.read((tx) => context.schemas.in(tx, rootId))
  const pictures = JSON.parse(await readFile(placeOf('media.json'), 'utf8')) as Picture[]
  for (const { id, filename, space, alt } of pictures) {
    const alts = Object.entries(alt).flatMap(([key, text]) => {
      const language = schema.languageByKey.get(key)
      return language ? [[language.id, text] as const] : []
    })
    await addMedia(
      { ...context, mediaStorage },
      {
        id,
        rootId,
        spaceId: (schema.spaceByLuid.get(space ?? '') ?? schema.parentSpace).id,
        filename,
        bytes: await readFile(placeOf(`pictures/${filename}`)),
        alts: new Map(alts),
        actor,
      },
    )
  }
}

async function loadContent(context: ContentContext, rootId: number): Promise<void> {
  const faults: string[] = []
  await importContent(context, {
    rootId,
    actor,
    path: placeOf('content.ndjson'),
    fromLine: 1,
    continues: true,
    keepsMissing: false,
    keepsInvalid: false,
    onBadLine: (line, problems) =>
      faults.push(...problems.map(({ path, message }) => `line ${line}: ${path}: ${message}`)),
  })
  if (faults.length > 0) throw new Error(`the demo content is invalid: ${faults.join('; ')}`)
}

async function keyOf(
  context: ContentContext,
  rootId: number,
  reads: 'published' | 'draft',
): Promise<string> {
  const isWriter = reads === 'draft'
  const { key } = await createKey(context, {
    rootId,
    name: isWriter ? 'Demo, draft and write' : 'Demo, published',
    reads,
    spaceIds: null,
    writesContents: isWriter,
    writesMedia: isWriter,
    publishes: true,
    listsMedia: false,
    readLimit: null,
    writeLimit: null,
    expiresAt: null,
    actor,
  })
  return key
}

/** Letters and digits that are not easily confused. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

function newPassword(): string {
  return Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)]).join('')
}

function placeOf(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url))
}
