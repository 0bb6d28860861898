/**
 * Configures the image library. Other files import this one dynamically when they need it, so that commands
 * without images start faster. A server loads it as soon as it is ready.
 */
import { availableParallelism } from 'node:os'
import sharp from 'sharp'
import { transformsAtOnce } from './image-formats.ts'

/** Uploaded files reach only these decoders, whatever type they claim. */
const decoders = [
  'VipsForeignLoadJpeg',
  'VipsForeignLoadPng',
  'VipsForeignLoadWebp',
  'VipsForeignLoadNsgif',
  'VipsForeignLoadHeif',
]

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: decoders })
// Each transform opens another file, so libvips has nothing to reuse.
sharp.cache(false)
// Threads per transform. All transforms together leave one processor core free.
sharp.concurrency(Math.max(1, Math.floor((availableParallelism() - 1) / transformsAtOnce)))

export { default as sharp } from 'sharp'
