/** The media library. */
import { contentStates } from '@octavo/schema/admin/contents.ts'
import { mediaKinds, type MediaItem, type MediaKind } from '@octavo/schema/admin/media.ts'
import { problemAt, Refusal } from '@octavo/schema/errors.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { formatTime } from '@octavo/schema/times.ts'
import { say } from '@octavo/schema/problems.ts'
import { z } from 'zod'
import { addUpload } from '../media/add-media.ts'
import { assetUrl } from '../media/asset-url.ts'
import type { ReceivingContext } from '../media/media-context.ts'
import { changeAlts, changeMediaState } from '../media/media-state.ts'
import { replaceFile } from '../media/replace-file.ts'
import { leastBytes, withFile } from '../media/sent-file.ts'
import type { MediaRecord } from '../store/records.ts'
import type { MediaFilter } from '../store/studio-reads.ts'
import { actorOf, type AdminCall, type AdminHandlers } from './api.ts'
import * as checks from './checks.ts'
import { timeOf } from './contents/editable.ts'
import { requireRoom } from './quotas.ts'
import { referrersOf, type ContentDeps } from './contents/handlers.ts'

export interface MediaDeps extends ReceivingContext, ContentDeps {
  readonly quotas: ContentDeps['quotas']
}

const longestAlt = 10_000

export function mediaHandlers(
  deps: MediaDeps,
): Pick<
  AdminHandlers,
  | 'listMedia'
  | 'readMedia'
  | 'uploadMedia'
  | 'changeMedia'
  | 'replaceMedia'
  | 'changeMediaState'
  | 'listMediaReferrers'
> {
  const shown = (call: AdminCall, media: MediaRecord): MediaItem =>
    mediaOf(media, call.root.schema, deps.assetsUrl)
  return {
    listMedia: {
      body: null,
      handle: (call) =>
        deps.store.read(async (tx) => {
          const window = checks.windowOf(call)
          const { media, total } = await tx.studio.media(filterOf(call), window)
          return { total, ...window, rows: media.map((one) => shown(call, one)) }
        }, call.reader),
    },
    readMedia: { body: null, handle: async (call) => shown(call, await findMedia(deps, call)) },
    uploadMedia: {
      body: null,
      handle: async (call) => {
        await requireRoom(deps, call, { mediaBytes: leastBytes(call.contentLength) })
        const { space } = checks.parameters(call, 'space')
        const spaceId = checks.spaceNamed(call.root, space).id
        const details = { rootId: call.root.schema.root.id, spaceId, actor: actorOf(call) }
        return withFile(call.stream(), call.contentType, async (file) =>
          shown(call, await addUpload(deps, { ...details, ...file, alts: new Map() })),
        )
      },
    },
    changeMedia: {
      body: z.strictObject({
        alts: z.record(checks.text(35), checks.text(longestAlt).nullable()).exactOptional(),
      }),
      handle: async (call, { alts }) => {
        const { id, rootId } = await findMedia(deps, call)
        await changeAlts(deps, { rootId, id, actor: actorOf(call), alts: altsOf(call, alts ?? {}) })
        return shown(call, await findMedia(deps, call))
      },
    },
    replaceMedia: {
      body: null,
      handle: async (call) => {
        const { id, rootId, bytes } = await findMedia(deps, call)
        const added = Math.max(0, leastBytes(call.contentLength) - bytes)
        await requireRoom(deps, call, { mediaBytes: added })
        return withFile(call.stream(), call.contentType, async (file) =>
          shown(call, await replaceFile(deps, { rootId, id, actor: actorOf(call), ...file })),
        )
      },
    },
    changeMediaState: {
      body: z.strictObject({
        action: z.enum(['archive', 'restore', 'delete']),
        ids: checks.shortList(checks.id, { least: 1, most: 100 }),
      }),
      handle: async (call, { action, ids }) => {
        const rootId = call.root.schema.root.id
        await requireReach(deps, call, ids)
        await changeMediaState(deps, { rootId, actor: actorOf(call), ids, action })
        if (action === 'restore') deps.quotas.forget(rootId)
        const media = await deps.store.read((tx) => tx.media.load(ids))
        return { rows: media.map((one) => shown(call, one)) }
      },
    },
    listMediaReferrers: {
      body: null,
      handle: async (call) => {
        const { id } = await findMedia(deps, call)
        return referrersOf(deps, call, { kind: 'media', ids: [id] })
      },
    },
  }
}

async function findMedia({ store }: MediaDeps, call: AdminCall): Promise<MediaRecord> {
  const id = checks.idIn(call, 'media item')
  const [media] = await store.read((tx) => tx.media.load([id]))
  const isThere = media?.rootId === call.root.schema.root.id
  if (media && isThere && checks.mayUse(call.root, media.spaceId)) return media
  throw checks.notThere('media item')
}

/** A media item never moves to another space, so that looking before is looking enough. */
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
  if (!ids.every(isReachable)) throw checks.notThere('media item')
}

const typesOfKind: Record<MediaKind, MediaFilter['types']> = {
  image: { starts: ['image/'], except: false },
  video: { starts: ['video/'], except: false },
  audio: { starts: ['audio/'], except: false },
  document: { starts: ['application/pdf', 'text/'], except: false },
  other: { starts: ['image/', 'video/', 'audio/', 'application/pdf', 'text/'], except: true },
}

function filterOf(call: AdminCall): MediaFilter {
  const given = checks.parameters(call, 'state', 'space', 'contains', 'kind', 'order')
  const kind = given.kind && checks.oneOf(given.kind, mediaKinds, 'kind', 'other')
  const order = given.order ?? '-created_at'
  const by = order.replace(/^-/, '')
  return {
    rootId: call.root.schema.root.id,
    state: checks.oneOf(given.state, contentStates, 'state', 'active'),
    spaceIds: checks.spacesNamed(call.root, given.space),
    contains: checks.keywordsIn(given.contains),
    types: kind ? typesOfKind[kind] : null,
    order: {
      by: checks.oneOf(
        by,
        ['created_at', 'filename', 'bytes', 'archived_at', 'deleted_at'],
        'order',
        'created_at',
      ),
      isDescending: order.startsWith('-'),
    },
  }
}

function altsOf(
  { root: { schema } }: AdminCall,
  alts: Readonly<Record<string, string | null>>,
): Map<number, string | null> {
  const known = Object.entries(alts).map(([key, alt]) => {
    const language = schema.languageByKey.get(key)
    if (language) return [language.id, alt === '' ? null : alt] as const
    throw new Refusal('badRequest', [problemAt(`alts.${key}`, say('noLanguage'))])
  })
  return new Map(known)
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
