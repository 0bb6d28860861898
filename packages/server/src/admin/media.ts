/** The media library. */
import type { AdminQuery } from '@octavo/schema/admin/calls.ts'
import type { MediaItem, MediaKind } from '@octavo/schema/admin/media.ts'
import { problemAt, Refusal } from '@octavo/schema/errors.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { formatTime } from '@octavo/schema/times.ts'
import { say } from '@octavo/schema/problems.ts'
import { canPublish } from '../access/principal.ts'
import { pointersOf, pointingKeys } from '../content/pointers.ts'
import { addUpload } from '../media/add-media.ts'
import { assetUrl } from '../media/asset-url.ts'
import { safeFilename } from '../media/filename.ts'
import type { ReceivingContext } from '../media/media-context.ts'
import { changeMediaState, editMedia } from '../media/media-state.ts'
import { replaceFile } from '../media/replace-file.ts'
import { leastBytes, withFile } from '../media/sent-file.ts'
import type { MediaFilter } from '../query/media-filter.ts'
import type { MediaRecord } from '../store/records.ts'
import type { ReferrerFilter } from '../store/studio-reads.ts'
import { actorOf, type AdminCall, type AdminHandlers } from './api.ts'
import * as checks from './checks.ts'
import { timeOf } from './contents/editable.ts'
import { referrersOf, type ContentDeps } from './contents/handlers.ts'

export interface MediaDeps extends ReceivingContext, ContentDeps {
  readonly quotas: ContentDeps['quotas']
}

export function mediaHandlers(deps: MediaDeps) {
  const shown = (call: AdminCall, media: MediaRecord): MediaItem =>
    mediaOf(media, call.root.schema, deps.assetsUrl)
  return {
    listMedia: (call) =>
      deps.store.read(async (tx) => {
        const { limit, offset } = call.query
        const { media, total } = await tx.studio.media(filterOf(call), { limit, offset })
        return { total, limit, offset, rows: media.map((one) => shown(call, one)) }
      }, call.reader),
    readMedia: async (call) => shown(call, await findMedia(deps, call)),
    findFile: async (call) => {
      const { space, filename, sha256 } = call.query
      const spaceId = checks.spaceNamed(call.root, space).id
      const file = { spaceId, sha256, filename: safeFilename(filename) }
      return { id: (await deps.store.read((tx) => tx.media.withFile(file))) ?? null }
    },
    uploadMedia: async (call) => {
      await deps.quotas.requireRoom(call.root.schema.root, {
        mediaBytes: leastBytes(call.contentLength),
      })
      const spaceId = checks.spaceNamed(call.root, call.query.space).id
      const details = { rootId: call.root.schema.root.id, spaceId, actor: actorOf(call) }
      const { alt, folder, tags } = call.query
      const { mainLanguage } = call.root.schema
      const alts = new Map(alt === undefined ? [] : [[mainLanguage.id, alt]])
      return withFile(call.stream(), call.contentType, async (file) =>
        shown(
          call,
          await addUpload(deps, {
            ...details,
            ...file,
            alts,
            ...(folder !== undefined && { folder }),
            ...(tags && { tags }),
          }),
        ),
      )
    },
    listMediaLabels: (call) => {
      const spaceIds = checks.spacesNamed(call.root, call.query.space)
      const filter = { rootId: call.root.schema.root.id, spaceIds }
      return deps.store.read((tx) => tx.media.labels(filter), call.reader)
    },
    changeMedia: async (call, { alts, ...given }) => {
      const { id, rootId } = await findMedia(deps, call)
      if (!canPublish(call.principal)) await requireUnpublishedUse(deps, call.root.schema, id)
      const edit = { ...given, ...(alts && { alts: altsOf(call, alts) }) }
      await editMedia(deps, { rootId, ids: [id], actor: actorOf(call), edit })
      return shown(call, await findMedia(deps, call))
    },
    replaceMedia: async (call) => {
      const { id, rootId, bytes } = await findMedia(deps, call)
      const added = Math.max(0, leastBytes(call.contentLength) - bytes)
      await deps.quotas.requireRoom(call.root.schema.root, { mediaBytes: added })
      return withFile(call.stream(), call.contentType, async (file) =>
        shown(call, await replaceFile(deps, { rootId, id, actor: actorOf(call), ...file })),
      )
    },
    labelMedia: async (call, { ids, ...edit }) => {
      const rootId = call.root.schema.root.id
      await requireReach(deps, call, ids)
      await editMedia(deps, { rootId, actor: actorOf(call), ids, edit })
      const media = await deps.store.read((tx) => tx.media.load(ids))
      return { rows: media.map((one) => shown(call, one)) }
    },
    changeMediaState: async (call, { action, ids }) => {
      const rootId = call.root.schema.root.id
      await requireReach(deps, call, ids)
      await changeMediaState(deps, { rootId, actor: actorOf(call), ids, action })
      if (action === 'restore') deps.quotas.invalidate(rootId)
      const media = await deps.store.read((tx) => tx.media.load(ids))
      return { rows: media.map((one) => shown(call, one)) }
    },
    listMediaReferrers: async (call) => {
      const { id } = await findMedia(deps, call)
      return referrersOf(deps, call, { kind: 'media', ids: [id] })
    },
  } satisfies Partial<AdminHandlers>
}

async function findMedia({ store }: MediaDeps, call: AdminCall): Promise<MediaRecord> {
  const id = checks.idIn(call, 'media')
  const [media] = await store.read((tx) => tx.media.load([id]))
  const isThere = media?.rootId === call.root.schema.root.id
  if (media && isThere && checks.mayUse(call.root, media.spaceId)) return media
  throw checks.notFoundError('media')
}

/** A media item that more items use is not checked further: some of them are public. */
const mostReferrers = 100

/** Rejects a change of alternative texts that published readers would see. */
async function requireUnpublishedUse(
  { store }: MediaDeps,
  schema: Schema,
  mediaId: number,
): Promise<void> {
  const rootId = schema.root.id
  const filter: ReferrerFilter = {
    rootId,
    kind: 'media',
    targetIds: [mediaId],
    exceptIds: [],
    spaceIds: null,
    keys: pointingKeys(schema),
  }
  const isPublic = await store.read(async (tx) => {
    const window = { limit: mostReferrers, offset: 0 }
    const { ids, total } = await tx.studio.referrers(filter, window)
    if (total > mostReferrers) return true
    const pointers = (await tx.items.load(ids)).flatMap((item) => pointersOf(item, schema))
    return pointers.some(
      ({ kind, targetId, stage }) =>
        kind === 'media' && targetId === mediaId && stage === 'published',
    )
  })
  if (isPublic) throw new Refusal('forbidden', say('mediaInUse'))
}

/** A media item never moves to another space, so checking before the write is enough. */
async function requireReach(
  { store }: MediaDeps,
  { root }: AdminCall,
  ids: readonly number[],
): Promise<void> {
  const spaces = await store.read((tx) => tx.studio.spacesOf('media', ids))
  const isReachable = (id: number): boolean => {
    const spaceId = spaces.get(id)
    return spaceId !== undefined && checks.mayUse(root, spaceId)
  }
  if (!ids.every(isReachable)) throw checks.notFoundError('media')
}

const typesOfKind: Record<MediaKind, MediaFilter['types']> = {
  image: { starts: ['image/'], except: false },
  video: { starts: ['video/'], except: false },
  audio: { starts: ['audio/'], except: false },
  document: { starts: ['application/pdf', 'text/'], except: false },
  other: { starts: ['image/', 'video/', 'audio/', 'application/pdf', 'text/'], except: true },
}

function filterOf({ root, query }: AdminCall<AdminQuery<'listMedia'>>): MediaFilter {
  return {
    rootId: root.schema.root.id,
    state: query.state,
    spaceIds: checks.spacesNamed(root, query.space),
    contains: checks.keywordsIn(query.contains),
    types: query.kind ? typesOfKind[query.kind] : null,
    folder: query.folder ?? null,
    tags: query.tag ?? [],
    withoutAlt: query.without_alt === undefined ? null : languageOf(root.schema, query.without_alt),
    order: query.order,
  }
}

function languageOf(schema: Schema, key: string): number {
  const language = schema.languageByKey.get(key)
  if (language) return language.id
  throw new Refusal('badRequest', [problemAt('without_alt', say('noLanguage'))])
}

function altsOf(
  { root: { schema } }: AdminCall,
  alts: Readonly<Record<string, string | null>>,
): Map<number, string | null> {
  const entries = Object.entries(alts).map(([key, alt]) => {
    const language = schema.languageByKey.get(key)
    if (language) return [language.id, alt === '' ? null : alt] as const
    throw new Refusal('badRequest', [problemAt(`alts.${key}`, say('noLanguage'))])
  })
  return new Map(entries)
}

function mediaOf(media: MediaRecord, schema: Schema, assetsUrl: string): MediaItem {
  const { id, filename, type, bytes, width, height } = media
  return {
    id,
    space: schema.spaceById.get(media.spaceId)?.luid ?? '',
    filename,
    type,
    bytes,
    width,
    height,
    url: assetUrl(assetsUrl, media),
    alts: Object.fromEntries(
      schema.root.languages.flatMap((language) => {
        const alt = media.alts.get(language.id)
        return alt === undefined ? [] : [[language.key, alt]]
      }),
    ),
    folder: media.folder,
    tags: media.tags,
    focus: media.focus,
    createdAt: formatTime(media.createdAt),
    archivedAt: timeOf(media.archivedAt),
    deletedAt: timeOf(media.deletedAt),
  }
}
