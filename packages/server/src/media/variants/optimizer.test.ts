import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { it } from 'node:test'
import { createFileCache } from '../file-cache.ts'
import { sharp } from '../images.ts'
import type { MediaStorage } from '../storage.ts'
import { createOptimizer, type Optimizer } from './optimizer.ts'
import type { Variant } from './variant.ts'
import type { VariantFolder } from './variant-folder.ts'

const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()
const sha256 = createHash('sha256').update(picture).digest('hex')
const present = { isGone: () => false, admit: () => {}, onFrames: () => {} }

const variantOf = (width: number): Variant => ({
  width,
  height: width,
  isCropped: false,
  region: null,
  format: 'webp',
  quality: 80,
})

/** An optimizer that counts reads of the original and stores no variants. */
function counting(bytes: Buffer = picture): { optimizer: Optimizer; reads(): number } {
  let reads = 0
  const read = (): Promise<Readable> => {
    reads++
    return Promise.resolve(Readable.from([bytes]))
  }
  const variants: VariantFolder = {
    read: () => Promise.resolve(undefined),
    touch() {},
    write: () => Promise.reject(new Error('the disk is full')),
  }
  const optimizer = createOptimizer({
    mediaStorage: { read } as Partial<MediaStorage> as MediaStorage,
    variants,
    fileCache: createFileCache(1_000_000),
    maxPixels: 1_000_000,
    log() {},
  })
  return { optimizer, reads: () => reads }
}

it('creates a variant once for a hundred concurrent requests', async () => {
  const { optimizer, reads } = counting()
  const request = { sha256, variant: variantOf(20), ...present }
  const made = await Promise.all(Array.from({ length: 100 }, () => optimizer.make(request)))
  assert.equal(reads(), 1)
  assert.equal(new Set(made).size, 1)
  await optimizer.make(request)
  assert.equal(reads(), 1)
})

it('reads no original before its turn, and none for clients that have disconnected', async () => {
  const { optimizer, reads } = counting()
  let isGone = false
  const jobs = Array.from({ length: 50 }, (_, index) =>
    optimizer.make({ sha256, variant: variantOf(index + 1), ...present, isGone: () => isGone }),
  )
  await new Promise((resolve) => setImmediate(resolve))
  assert.ok(reads() <= 2, `${reads()} were read`)
  isGone = true
  const results = await Promise.allSettled(jobs)
  assert.ok(reads() <= 4, `${reads()} were read`)
  assert.ok(results.some(({ status }) => status === 'rejected'))
})

it('caches the error of a damaged image', async () => {
  const { optimizer, reads } = counting(Buffer.from('rubbish'))
  const request = { sha256, variant: variantOf(20), ...present }
  await assert.rejects(optimizer.make(request), /damaged/)
  await assert.rejects(optimizer.make(request), /damaged/)
  assert.equal(reads(), 1)
})
