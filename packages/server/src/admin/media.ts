/** The media library. */
import type { AdminQuery } from '@octavo/schema/admin/calls.ts'
import type { MediaItem, MediaKind } from '@octavo/schema/admin/media.ts'
import { problemAt, Refusal } from '@octavo/schema/errors.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { formatTime } from '@octavo/schema/times.ts'
import { say } from '@octavo/schema/problems.ts'
import { addUpload } from '../media/add-media.ts'
import { assetUrl } from '../media/asset-url.ts'
import { safeFilename } from '../media/filename.ts'
import type { ReceivingContext } from '../media/media-context.ts'
import { changeAlts, changeMediaState } from '../media/media-state.ts'
import { replaceFile } from '../media/replace-file.ts'
import { leastBytes, withFile } from '../media/sent-file.ts'
import type { MediaRecord } from '../store/records.ts'
import type { MediaFilter } from '../store/studio-reads.ts'
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
      const { alt } = call.query
      const { mainLanguage } = call.root.schema
      const alts = new Map(alt === undefined ? [] : [[mainLanguage.id, alt]])
      return withFile(call.stream(), call.contentType, async (file) =>
        shown(call, await addUpload(deps, { ...details, ...file, alts })),
      )
    },
    changeMedia: async (call, { alts }) => {
      const { id, rootId } = await findMedia(deps, call)
      await changeAlts(deps, { rootId, id, actor: actorOf(call), alts: altsOf(call, alts ?? {}) })
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
    order: query.order,
  }
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
    createdAt: formatTime(media.createdAt),
    archivedAt: timeOf(media.archivedAt),
    deletedAt: timeOf(media.deletedAt),
  }
}
