/**
 * Draws the pictures of the demo publication again, into `pictures/`. Run it after changing a
 * drawing: `node packages/server/src/demo/make-pictures.ts`. The same drawings give the same bytes
 * as long as sharp stays at its version.
 */
import { join } from 'node:path'
import sharp from 'sharp'
import { breakfastFromAbove } from './drawing/breakfast-from-above.ts'
import { harbourAtDawn } from './drawing/harbour-at-dawn.ts'
import { indigoOnTheLine } from './drawing/indigo-on-the-line.ts'
import { inlandSeaFerry } from './drawing/inland-sea-ferry.ts'
import { lemonTerraces } from './drawing/lemon-terraces.ts'
import { lighthouseAtNight } from './drawing/lighthouse-at-night.ts'
import { mountainsInMist } from './drawing/mountains-in-mist.ts'
import { rainInTheAlley } from './drawing/rain-in-the-alley.ts'
import { riverAtBlueHour } from './drawing/river-at-blue-hour.ts'
import { shelfOfPots } from './drawing/shelf-of-pots.ts'
import { teaByTheWindow } from './drawing/tea-by-the-window.ts'
import { seeded } from './drawing/paper.ts'
import { hana, ines, kenji, tom, yuki } from './drawing/portraits.ts'

/** By file name, in the order of the media ids. */
const drawings: Record<string, () => string> = {
  'harbour-at-dawn.jpg': harbourAtDawn,
  'inland-sea-ferry.jpg': inlandSeaFerry,
  'mountains-in-mist.jpg': mountainsInMist,
  'tea-by-the-window.jpg': teaByTheWindow,
  'shelf-of-pots.jpg': shelfOfPots,
  'indigo-on-the-line.jpg': indigoOnTheLine,
  'lighthouse-at-night.jpg': lighthouseAtNight,
  'breakfast-from-above.jpg': breakfastFromAbove,
  'lemon-terraces.jpg': lemonTerraces,
  'river-at-blue-hour.jpg': riverAtBlueHour,
  'rain-in-the-alley.jpg': rainInTheAlley,
  'hana-morikawa.jpg': hana,
  'tom-aldous.jpg': tom,
  'kenji-wakamatsu.jpg': kenji,
  'ines-carvalhal.jpg': ines,
  'yuki-tadokoro.jpg': yuki,
}

const grain = { size: 512, depth: 13 }

/** The tooth of the paper: a tile of grey noise around the middle. It also hides colour banding. */
function paperGrain() {
  const next = seeded(1871)
  const pixels = Uint8Array.from(
    { length: grain.size ** 2 },
    () => 128 + (next() + next() + next() - 1.5) * grain.depth,
  )
  return sharp(pixels, { raw: { width: grain.size, height: grain.size, channels: 1 } })
    .toColourspace('srgb')
    .png()
    .toBuffer()
}

const tile = await paperGrain()
for (const [filename, draw] of Object.entries(drawings)) {
  await sharp(Buffer.from(draw()))
    .flatten()
    .composite([{ input: tile, tile: true, blend: 'overlay' }])
    .jpeg({ quality: 75, mozjpeg: true, chromaSubsampling: '4:4:4' })
    .toFile(join(import.meta.dirname, 'pictures', filename))
}
