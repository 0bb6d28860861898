/**
 * The one file that configures the image library. Every other file imports it from here, when there is an
 * image: commands that need no image start sooner. A server loads it as soon as it is ready.
 */
import { availableParallelism } from 'node:os'
import sharp from 'sharp'
import { transformsAtOnce } from './image-formats.ts'

/** Only these decoders ever see a file from outside, whatever it claims or looks like. */
const decoders = [
  'VipsForeignLoadJpeg',
  'VipsForeignLoadPng',
  'VipsForeignLoadWebp',
  'VipsForeignLoadNsgif',
  'VipsForeignLoadHeif',
]

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: decoders })
// Each transform opens another file: there is nothing to remember.
sharp.cache(false)
// Threads of one transform; all transforms together leave one processor core.
sharp.concurrency(Math.max(1, Math.floor((availableParallelism() - 1) / transformsAtOnce)))

export { default as sharp } from 'sharp'
