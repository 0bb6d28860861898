import type { Options } from './command.ts'

/** The address and ports of a server. */
export const listenOptions = {
  port: {
    type: 'string',
    value: 'N',
    about: 'port of the API and Studio (OCTAVO_PORT, default: 4000)',
  },
  'assets-port': {
    type: 'string',
    value: 'N',
    about: 'port of media files (OCTAVO_ASSETS_PORT, default: 4001)',
  },
  host: {
    type: 'string',
    value: 'HOST',
    about: 'address to listen on (OCTAVO_HOST, default: 127.0.0.1)',
  },
} as const satisfies Options
