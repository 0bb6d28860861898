import type { Transport } from './transport.ts'
import type { MediaListOptions, MediaReads } from './types/media.ts'
import type { SpaceShape } from './types/space.ts'

const names = [
  'contains',
  'type',
  'folder',
  'tag',
  'limit',
  'offset',
  'order',
  'lang',
  'space',
  'strict',
] as const satisfies (keyof MediaListOptions<SpaceShape>)[]

export function mediaReads(transport: Transport): MediaReads<SpaceShape> {
  async function read(path: string, options: MediaListOptions<SpaceShape> = {}): Promise<unknown> {
    const query = new URLSearchParams()
    for (const name of names) {
      const value = options[name]
      // A list joins its names with commas.
      if (value !== undefined) query.set(name, String(value))
    }
    const { signal } = options
    const { body } = await transport({ method: 'GET', path, query, isRepeatable: true, signal })
    return body
  }
  // The types describe the responses of the server; tests check that they match.
  return {
    list: (options) => read('/media', options),
    get: (id, options) => read(`/media/${id}`, options),
  } as MediaReads<SpaceShape>
}
