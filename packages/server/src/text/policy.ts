/** What a space may decide about its flexible text. */
export interface TextPolicy {
  /** Where an iframe may come from: a host, or a host and a path. */
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
