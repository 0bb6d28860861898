import { buffer } from 'node:stream/consumers'
import { Refusal } from '@octavo/schema/errors.ts'
import type { HotFiles } from '../hot-files.ts'
import { createScheduler } from '../../scheduling/scheduler.ts'
import { boundedMap } from '../../store/cache/aged-map.ts'
import { transformsAtOnce } from '../image-formats.ts'
import type { MediaStorage } from '../storage.ts'
import { transform } from './transform.ts'
import { variantName, type Variant } from './variant.ts'
import type { VariantFolder } from './variant-folder.ts'

export interface Optimizer {
  /** What has been made already. */
  find(name: string): Promise<Buffer | undefined>
  /** Finds it, or makes it: once, however many ask at the same time. */
  make(request: VariantRequest): Promise<Buffer>
}

export interface VariantRequest {
  readonly sha256: string
  readonly variant: Variant
  /** Throws if the variant is not to be made for this client. Called only if it has to be made. */
  admit(): void
  /** Told that there is more work than the size of the image says, because it moves. */
  onFrames(frames: number): void
  /** Whether whoever asked has given up. */
  isGone(): boolean
}

export interface OptimizerDeps {
  readonly mediaStorage: MediaStorage
  readonly variants: VariantFolder
  readonly hot: HotFiles
  readonly maxPixels: number
  log(line: string): void
}

/** Damaged images are asked for again and again: so many are remembered. */
const rememberedRefusals = 1000

/** Nobody waited for the variant any more when its turn came, so nobody will read this. */
class Abandoned extends Refusal {
  override name = 'Abandoned'
}

interface Making {
  result: Promise<Buffer>
  waiting: (() => boolean)[]
}

export function createOptimizer(deps: OptimizerDeps): Optimizer {
  const { mediaStorage, variants, hot, maxPixels, log } = deps
  const scheduler = createScheduler({ running: { total: transformsAtOnce } })
  const makings = new Map<string, Making>()
  const refusals = boundedMap<string, Refusal>(rememberedRefusals)

  async function find(name: string): Promise<Buffer | undefined> {
    const known = hot.get(name)
    if (known) {
      variants.touch(name)
      return known
    }
    const bytes = await variants.read(name)
    if (bytes) hot.put(name, bytes)
    return bytes
  }

  async function makeAnew(
    name: string,
    { sha256, variant, onFrames }: VariantRequest,
  ): Promise<Buffer> {
    const original = await buffer(await mediaStorage.read(sha256))
    const made = transform(original, variant, maxPixels, onFrames)
    const bytes = await made.catch((error: unknown) => {
      if (error instanceof Refusal) refusals.set(name, error)
      throw error
    })
    hot.put(name, bytes)
    // It is served all the same where it cannot be kept.
    await variants.write(name, bytes).catch((error: unknown) => {
      log(`a variant was not kept: ${error instanceof Error ? error.message : String(error)}`)
    })
    return bytes
  }

  function join(name: string, request: VariantRequest): Making {
    const known = makings.get(name)
    if (known) {
      known.waiting.push(request.isGone)
      return known
    }
    request.admit()
    const waiting = [request.isGone]
    const makeIfWanted = async (): Promise<Buffer> => {
      if (waiting.every((isGone) => isGone()))
        throw new Abandoned('badRequest', 'the client has gone')
      return makeAnew(name, request)
    }
    // Images take turns, so that a flood of sizes of one holds up no other.
    const result = scheduler
      .run({ group: request.sha256 }, makeIfWanted)
      .finally(() => makings.delete(name))
    const making = { result, waiting }
    makings.set(name, making)
    return making
  }

  return {
    find,
    async make(request) {
      const name = variantName(request.sha256, request.variant)
      const refusal = refusals.get(name)
      if (refusal) throw refusal
      const known = await find(name)
      for (let bytes = known; ;) {
        if (bytes) return bytes
        bytes = await join(name, request).result.catch((error: unknown) => {
          // Whoever was there before gave up in the moment that this request came.
          if (!(error instanceof Abandoned) || request.isGone()) throw error
          return undefined
        })
      }
    },
  }
}
