import { mediaParameters, type MediaParameter } from '@octavo/schema/media-parameters.ts'

/** The part of a request that reads of media use. */
export interface MediaRequest {
  isList: boolean
  contains: string
  limit: string
  lang: string
  isStrict: boolean
  type: string
  folder: string
  tag: string
  mediaOrder: string
}

/** '' omits a parameter; null marks one that the explorer does not offer. */
const values: { [Name in MediaParameter]: ((request: MediaRequest) => string) | null } = {
  contains: ({ contains }) => contains,
  type: ({ type }) => type,
  folder: ({ folder }) => folder,
  tag: ({ tag }) => tag,
  limit: ({ limit }) => limit,
  offset: null,
  order: ({ mediaOrder }) => mediaOrder,
  lang: ({ lang }) => lang,
  space: null,
  strict: ({ isStrict }) => (isStrict ? 'true' : ''),
}

/** The parameters of a request for the media library. */
export function mediaParametersOf(request: MediaRequest): [string, string][] {
  return Object.entries(mediaParameters)
    .filter(([, use]) => request.isList || use === 'both')
    .map(([name]): [string, string] => [name, values[name as MediaParameter]?.(request) ?? ''])
    .filter(([, value]) => value !== '')
}
