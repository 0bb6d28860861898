/** Frames for the addresses of videos, maps and posts. Nothing is requested: the address alone decides. */

export interface Frame {
  src: string
  width: string
  height: string
}

type Rule = (url: URL) => { src: string; height?: string } | undefined

const video = '315'

const first = (text: string, pattern: RegExp): string | undefined => pattern.exec(text)?.[1]

/** By host, without `www.` and `m.`. */
const rules = new Map<string, Rule>(
  Object.entries<Rule>({
    'youtube.com': (url) =>
      youTube(
        url,
        url.searchParams.get('v') ?? first(url.pathname, /^\/(?:shorts|live|embed)\/([\w-]+)/),
      ),
    'youtube-nocookie.com': (url) => youTube(url, first(url.pathname, /^\/embed\/([\w-]+)/)),
    'youtu.be': (url) => youTube(url, first(url.pathname, /^\/([\w-]+)$/)),
    'vimeo.com': ({ pathname }) =>
      framed(/^\/(\d+)(?:\/(\w+))?$/.exec(pathname), ([, id, hash]) => ({
        src: `https://player.vimeo.com/video/${id}${hash === undefined ? '' : `?h=${hash}`}`,
        height: video,
      })),
    'player.vimeo.com': itself,
    'nicovideo.jp': ({ pathname }) =>
      framed(/^\/watch\/(\w+)$/.exec(pathname), ([, id]) => ({
        src: `https://embed.nicovideo.jp/watch/${id}`,
        height: video,
      })),
    'google.com': (url) => (url.pathname === '/maps/embed' ? itself(url) : undefined),
    'openstreetmap.org': (url) => (url.pathname === '/export/embed.html' ? itself(url) : undefined),
    'open.spotify.com': ({ pathname }) =>
      framed(
        /^\/(?:intl-\w+\/)?(track|album|playlist|episode|show)\/(\w+)$/.exec(pathname),
        ([, kind, id]) => ({
          src: `https://open.spotify.com/embed/${kind}/${id}`,
          height: '352',
        }),
      ),
    'soundcloud.com': (url) =>
      framed(/^\/[\w-]+\/[\w-]+/.exec(url.pathname), () => ({
        src: `https://w.soundcloud.com/player/?url=${encodeURIComponent(url.origin + url.pathname)}`,
        height: '166',
      })),
    'x.com': post,
    'twitter.com': post,
    'instagram.com': ({ pathname }) =>
      framed(/^\/(p|reel)\/([\w-]+)/.exec(pathname), ([, kind, id]) => ({
        src: `https://www.instagram.com/${kind}/${id}/embed`,
        height: '600',
      })),
    'tiktok.com': ({ pathname }) =>
      framed(/^\/@[\w.-]+\/video\/(\d+)/.exec(pathname), ([, id]) => ({
        src: `https://www.tiktok.com/embed/v2/${id}`,
        height: '740',
      })),
  }),
)

/** Returns the frame for a text that is a known address and nothing else. */
export function frameOf(text: string): Frame | undefined {
  const typed = text.trim()
  const url = /^https?:\/\/\S+$/.test(typed) ? URL.parse(typed) : null
  if (!url) return undefined
  const rule = rules.get(url.hostname.replace(/^(?:www|m)\./, ''))
  const found = rule?.(url)
  return found && { width: '560', height: video, ...found }
}

/** The HTML that is stored. The server adds the sandbox. */
export function frameHtml({ src, width, height }: Frame): string {
  const frame = document.createElement('iframe')
  for (const [name, value] of Object.entries({ src, width, height, loading: 'lazy' }))
    frame.setAttribute(name, value)
  frame.setAttribute('allowfullscreen', '')
  return frame.outerHTML
}

function itself(url: URL): { src: string } {
  url.protocol = 'https:'
  return { src: url.href }
}

function framed<T extends RegExpExecArray>(
  match: T | null,
  make: (match: T) => { src: string; height: string },
) {
  return match ? make(match) : undefined
}

function youTube(url: URL, id: string | undefined): { src: string } | undefined {
  if (id === undefined || !/^[\w-]{6,20}$/.test(id)) return undefined
  const start = first(url.searchParams.get('t') ?? '', /^(\d+)s?$/)
  return {
    src: `https://www.youtube-nocookie.com/embed/${id}${start === undefined ? '' : `?start=${start}`}`,
  }
}

function post({ pathname }: URL) {
  return framed(/^\/\w+\/status\/(\d+)/.exec(pathname), ([, id]) => ({
    src: `https://platform.twitter.com/embed/Tweet.html?id=${id}`,
    height: '550',
  }))
}
