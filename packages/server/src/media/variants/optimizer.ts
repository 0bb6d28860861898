import { buffer } from 'node:stream/consumers'
import { Refusal } from '@octavo/schema/errors.ts'
import type { FileCache } from '../file-cache.ts'
import { createScheduler } from '../../scheduling/scheduler.ts'
import { boundedMap } from '../../store/cache/aged-map.ts'
import { transformsAtOnce } from '../image-formats.ts'
import type { MediaStorage } from '../storage.ts'
import { transform } from './transform.ts'
import { variantName, type Variant } from './variant.ts'
import type { VariantFolder } from './variant-folder.ts'

export interface Optimizer {
  /** A variant that exists already. */
  find(name: string): Promise<Buffer | undefined>
  /** Finds or creates a variant. Concurrent requests share the work. */
  make(request: VariantRequest): Promise<Buffer>
}

export interface VariantRequest {
  readonly sha256: string
  readonly variant: Variant
  /** Throws if this client may not create the variant. Called only if the variant does not exist. */
  admit(): void
  /** Called for animations, which cost more than the size of the image suggests. */
  onFrames(frames: number): void
  /** True if the client has disconnected. */
  isGone(): boolean
}

export interface OptimizerDeps {
  readonly mediaStorage: MediaStorage
  readonly variants: VariantFolder
  readonly fileCache: FileCache
  readonly maxPixels: number
  log(line: string): void
}

/** How many errors are cached, because clients request damaged images repeatedly. */
const cachedRefusals = 1000

/** All clients that waited for the variant have disconnected. */
class Abandoned extends Refusal {
  override name = 'Abandoned'
}

interface PendingVariant {
  result: Promise<Buffer>
  waiting: (() => boolean)[]
}

export function createOptimizer(deps: OptimizerDeps): Optimizer {
  const { mediaStorage, variants, fileCache, maxPixels, log } = deps
  const scheduler = createScheduler({ running: { total: transformsAtOnce } })
  const pending = new Map<string, PendingVariant>()
  const refusals = boundedMap<string, Refusal>(cachedRefusals)

  async function find(name: string): Promise<Buffer | undefined> {
    const cached = fileCache.get(name)
    if (cached) {
      variants.touch(name)
      return cached
    }
    const bytes = await variants.read(name)
    if (bytes) fileCache.put(name, bytes)
    return bytes
  }

  async function create(
    name: string,
    { sha256, variant, onFrames }: VariantRequest,
  ): Promise<Buffer> {
    const original = await buffer(await mediaStorage.read(sha256))
    const transforming = transform(original, variant, maxPixels, onFrames)
    const bytes = await transforming.catch((error: unknown) => {
      if (error instanceof Refusal) refusals.set(name, error)
      throw error
    })
    fileCache.put(name, bytes)
    // The variant is served even if it cannot be stored.
    await variants.write(name, bytes).catch((error: unknown) => {
      log(`cannot store image variant: ${error instanceof Error ? error.message : String(error)}`)
    })
    return bytes
  }

  function join(name: string, request: VariantRequest): PendingVariant {
    const current = pending.get(name)
    if (current) {
      current.waiting.push(request.isGone)
      return current
    }
    request.admit()
    const waiting = [request.isGone]
    const createIfNeeded = async (): Promise<Buffer> => {
      if (waiting.every((isGone) => isGone()))
        throw new Abandoned('badRequest', 'the client has disconnected')
      return create(name, request)
    }
    // Images take turns, so that many sizes of one image do not block the others.
    const result = scheduler
      .run({ group: request.sha256 }, createIfNeeded)
      .finally(() => pending.delete(name))
    const added = { result, waiting }
    pending.set(name, added)
    return added
  }

  return {
    find,
    async make(request) {
      const name = variantName(request.sha256, request.variant)
      const refusal = refusals.get(name)
      if (refusal) throw refusal
      const existing = await find(name)
      for (let bytes = existing; ;) {
        if (bytes) return bytes
        bytes = await join(name, request).result.catch((error: unknown) => {
          // The earlier clients disconnected just as this request joined: try again.
          if (!(error instanceof Abandoned) || request.isGone()) throw error
          return undefined
        })
      }
    },
  }
}
