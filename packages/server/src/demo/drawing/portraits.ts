import { box, disc, ink, lifted, line, shape, sheet, smooth } from './paper.ts'
import type { Point } from './paper.ts'

interface Sitter {
  ground: string
  ring: string
  skin: string
  shade: string
  /** Drawn behind the head. */
  behind: string[]
  clothes: string[]
  /** Drawn over the head. */
  over: string[]
  brow: string
}

const size = { width: 800, height: 800 }

function portrait(sitter: Sitter): string {
  const { skin, shade, brow } = sitter
  return sheet(
    [
      box(0, 0, 800, 800, sitter.ground),
      lifted('mid', disc(400, 410, 310, sitter.ring)),
      ...sitter.behind,
      lifted('low', shape('M346 470L454 470L462 600L338 600Z', shade)),
      lifted('high', ...sitter.clothes),
      lifted(
        'mid',
        disc(278, 372, 26, shade),
        disc(522, 372, 26, shade),
        shape(
          'M276 320Q276 208 400 208Q524 208 524 320Q528 420 486 470Q444 516 400 516Q356 516 314 470Q272 420 276 320Z',
          skin,
        ),
      ),
      disc(318, 418, 27, ink.coral, 0.28),
      disc(482, 418, 27, ink.coral, 0.28),
      disc(346, 366, 9, ink.night),
      disc(454, 366, 9, ink.night),
      line('M322 334Q344 320 366 332', brow, 7),
      line('M434 332Q456 320 478 334', brow, 7),
      line('M402 376Q388 406 392 412Q400 418 410 414', shade, 6),
      line('M362 450Q400 480 438 450', ink.brick, 7),
      ...sitter.over,
    ],
    size,
  )
}

function shoulders(fill: string): string {
  return shape('M120 820Q126 620 300 574Q400 620 500 574Q674 620 680 820Z', fill)
}

export function hana(): string {
  const hair = '#2a2526'
  return portrait({
    ground: '#e9c9a8',
    ring: ink.rose,
    skin: '#f3cfae',
    shade: '#deb08c',
    brow: hair,
    behind: [
      lifted(
        'mid',
        shape(
          'M236 330Q230 150 400 150Q570 150 564 330L572 520Q540 556 488 540L312 540Q260 556 228 520Z',
          hair,
        ),
      ),
    ],
    clothes: [
      shoulders(ink.navy),
      shape('M300 574Q400 680 500 574L482 566Q400 640 318 566Z', ink.cream),
      line('M400 640L400 820', '#35506b', 6),
      disc(400, 690, 9, ink.ochre),
      disc(400, 750, 9, ink.ochre),
    ],
    over: [
      lifted(
        'low',
        shape(
          'M252 360Q244 168 400 166Q556 168 548 360Q534 300 520 276Q440 290 352 250Q300 280 282 300Q266 320 252 360Z',
          hair,
        ),
      ),
      line('M330 210Q380 190 440 196', '#5a5052', 7, 0.6),
    ],
  })
}

export function tom(): string {
  const hair = '#a5622f'
  return portrait({
    ground: '#a9c5c0',
    ring: ink.mist,
    skin: '#f2c9a8',
    shade: '#d9a27c',
    brow: '#8a4f25',
    behind: [],
    clothes: [
      shoulders('#e6d6b4'),
      shape('M296 572Q400 650 504 572L496 530Q400 580 304 530Z', '#d6c298'),
      ...[640, 700, 760].map((y) =>
        line(`M150 ${y + 30}Q400 ${y + 70} 650 ${y + 30}`, ink.deep, 13),
      ),
    ],
    over: [
      lifted(
        'low',
        shape(
          'M274 372Q280 410 312 420Q340 430 400 428Q460 430 488 420Q520 410 526 372Q540 480 486 530Q440 566 400 566Q360 566 314 530Q260 480 274 372Z',
          hair,
        ),
      ),
      shape('M356 444Q400 436 444 444Q440 478 400 480Q360 478 356 444Z', '#f6e5d2'),
      line('M340 432Q370 416 400 430Q430 416 460 432', '#8a4f25', 15),
      lifted(
        'mid',
        shape('M258 310Q250 150 400 146Q550 150 542 310Q400 262 258 310Z', ink.coral),
        shape('M248 312Q400 254 552 312L554 266Q400 206 246 266Z', ink.brick),
      ),
      ...[300, 345, 400, 455, 500].map((x) =>
        line(`M${x} ${282 - Math.abs(x - 400) * -0.06}l0 -34`, '#93402d', 5, 0.7),
      ),
    ],
  })
}

export function kenji(): string {
  return portrait({
    ground: '#d9c48f',
    ring: ink.ochre,
    skin: '#e8bd94',
    shade: '#cc976b',
    brow: '#6d6a66',
    behind: [
      lifted('low', shape('M258 350Q250 170 400 168Q550 170 542 350L520 420L280 420Z', '#77736e')),
    ],
    clothes: [
      shoulders(ink.cream),
      shape('M300 574L400 690L500 574L470 562L400 640L330 562Z', '#e2d3b4'),
      shape('M262 700L538 700L560 820L240 820Z', ink.deep),
      line('M270 706L310 580M530 706L490 580', ink.deep, 17),
    ],
    over: [
      lifted(
        'low',
        shape(
          'M262 330Q262 176 400 172Q538 176 538 330Q520 268 490 250Q400 226 310 250Q280 268 262 330Z',
          '#77736e',
        ),
      ),
      lifted('mid', shape('M256 300Q400 232 544 300L540 256Q400 190 260 256Z', ink.cream)),
      ...[300, 352, 404, 456, 502].map((x) =>
        disc(x, 266 - (100 - Math.abs(x - 400)) * 0.26, 9, '#3f73a0'),
      ),
      lifted('low', shape('M540 262L596 230L590 268L606 300L542 292Z', ink.cream)),
      line('M352 440Q400 428 448 440', '#8d8983', 9),
      line('M306 372Q312 380 322 382M494 372Q488 380 478 382', '#cc976b', 4),
    ],
  })
}

export function ines(): string {
  const hair = '#4a2c24'
  const curls: Point[] = Array.from({ length: 27 }, (_, index) => {
    const angle = Math.PI * (0.62 + (index / 26) * 1.76)
    const reach = index % 2 ? 186 : 206
    return [400 + Math.cos(angle) * reach, 340 + Math.sin(angle) * reach * 1.02]
  })
  return portrait({
    ground: '#c98a6b',
    ring: '#e3a98a',
    skin: '#d9a57c',
    shade: '#bd845c',
    brow: hair,
    behind: [
      lifted('mid', disc(400, 130, 92, hair)),
      lifted('mid', shape(`${smooth(curls, false)}Z`, hair)),
    ],
    clothes: [
      shoulders(ink.moss),
      shape('M300 574Q400 634 500 574L474 560Q400 606 326 560Z', '#3d5130'),
      ...[-1, 1].map((side) =>
        line(`M${400 + side * 70} 600Q${400 + side * 60} 690 ${400 + side * 96} 820`, ink.lemon, 7),
      ),
    ],
    over: [
      lifted(
        'low',
        shape(
          'M258 352Q240 180 400 172Q560 180 542 352Q530 292 500 262Q470 286 430 258Q392 284 352 256Q316 288 290 270Q268 300 258 352Z',
          hair,
        ),
      ),
      lifted('low', disc(276, 424, 17, ink.lemon), disc(524, 424, 17, ink.lemon)),
      line('M352 116Q390 84 440 104', '#6d463b', 8, 0.7),
    ],
  })
}

export function yuki(): string {
  const hair = '#312a2c'
  return portrait({
    ground: '#8fae9c',
    ring: '#b9cfae',
    skin: '#f0c8a4',
    shade: '#d9a880',
    brow: hair,
    behind: [
      lifted(
        'mid',
        shape('M262 320Q256 180 400 180Q544 180 538 320L566 640Q400 700 234 640Z', hair),
      ),
    ],
    clothes: [
      shoulders(ink.ochre),
      shape('M300 574Q400 640 500 574L486 560Q400 610 314 560Z', '#c78b32'),
      line('M268 596Q330 740 400 760Q470 740 532 596', ink.umber, 13),
      box(338, 724, 124, 84, ink.night, { corner: 12 }),
      box(372, 708, 40, 22, ink.night, { corner: 5 }),
      disc(400, 768, 31, '#4a5866'),
      disc(400, 768, 18, '#8fb8c6'),
    ],
    over: [
      shape(
        'M266 350Q260 230 330 220L470 220Q540 230 534 350Q516 290 490 272L310 272Q284 290 266 350Z',
        hair,
      ),
      lifted(
        'high',
        shape(
          'M176 286Q400 204 624 286Q640 300 610 306Q400 246 190 306Q160 300 176 286Z',
          ink.sand,
        ),
        shape('M280 262Q284 128 400 124Q516 128 520 262Q400 226 280 262Z', ink.sand),
        shape('M279 264Q400 224 521 264L522 232Q400 192 278 232Z', ink.deep),
      ),
    ],
  })
}
