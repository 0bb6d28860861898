import type { Settings } from '../config.ts'

export interface PublicAddresses {
  /** Ends with `/v1`. */
  baseUrl: string
  assetsUrl: string
  webUrl: string
}

/** The public URLs of this server: from the settings, or else from host and port. */
export function publicAddresses(settings: Settings): PublicAddresses {
  const local = localUrl(settings.host, settings.port)
  const given = settings.baseUrl ?? local
  const webUrl = given.replace(/\/v1$/, '')
  return {
    baseUrl: `${webUrl}/v1`,
    assetsUrl: settings.assetsUrl ?? localUrl(settings.host, settings.assetsPort),
    webUrl,
  }
}

const everyHost = new Set(['0.0.0.0', '::', ''])

function localUrl(host: string, port: number): string {
  const name = everyHost.has(host) ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
