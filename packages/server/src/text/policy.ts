/** Settings of a space for its flexible text. */
export interface TextPolicy {
  /** Allowed sources of iframes: a host, or a host with a path. */
  readonly iframeHosts: readonly string[]
}

export const defaultTextPolicy: TextPolicy = {
  iframeHosts: [
    'www.youtube.com',
    'www.youtube-nocookie.com',
    'player.vimeo.com',
    'www.google.com/maps',
    'maps.google.com',
    'www.openstreetmap.org',
  ],
}
