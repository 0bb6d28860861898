import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { frameOf } from './frames.ts'

describe('the frame for an address', () => {
  const frames: [address: string, src: string][] = [
    [
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=x',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    ],
    [
      ' https://youtu.be/dQw4w9WgXcQ?t=42 ',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=42',
    ],
    [
      'https://m.youtube.com/shorts/dQw4w9WgXcQ',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    ],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871'],
    [
      'https://vimeo.com/76979871/8272103f6e',
      'https://player.vimeo.com/video/76979871?h=8272103f6e',
    ],
    ['https://www.nicovideo.jp/watch/sm9', 'https://embed.nicovideo.jp/watch/sm9'],
    ['https://www.google.com/maps/embed?pb=1', 'https://www.google.com/maps/embed?pb=1'],
    ['https://x.com/someone/status/20', 'https://platform.twitter.com/embed/Tweet.html?id=20'],
    ['https://www.instagram.com/p/abc-1/', 'https://www.instagram.com/p/abc-1/embed'],
    [
      'https://open.spotify.com/intl-ja/track/4uLU6h',
      'https://open.spotify.com/embed/track/4uLU6h',
    ],
    [
      'https://soundcloud.com/a/b?utm=c',
      'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fa%2Fb',
    ],
  ]
  for (const [address, src] of frames) {
    it(`of ${address.trim()}`, () => assert.equal(frameOf(address)?.src, src))
  }

  const none = [
    '',
    'dQw4w9WgXcQ',
    'https://example.com/watch?v=dQw4w9WgXcQ',
    'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/@channel',
    'https://www.youtube.com/watch?v="><script>',
    'https://www.google.com/search?q=maps',
    'See https://youtu.be/dQw4w9WgXcQ',
    'javascript:https://youtu.be/dQw4w9WgXcQ',
    'https://constructor/',
  ]
  for (const address of none) {
    it(`does not exist for ${JSON.stringify(address)}`, () =>
      assert.equal(frameOf(address), undefined))
  }
})
