/** The one file that sets up the image library. Everybody else imports it from here. */
import { availableParallelism } from 'node:os'
import sharp from 'sharp'

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

/** Two of the four threads that Node has for files and images together are left for files. */
export const transformsAtOnce = 2
sharp.concurrency(Math.max(1, Math.floor(availableParallelism() / transformsAtOnce)))

/** What the library can both read and write. */
export const imageFormats = ['jpeg', 'png', 'webp', 'avif', 'gif'] as const
export type ImageFormat = (typeof imageFormats)[number]

/** Undefined for what is no image, or none that can be transformed. */
export function imageFormatOf(type: string): ImageFormat | undefined {
  return imageFormats.find((format) => type === `image/${format}`)
}

export { default as sharp } from 'sharp'
