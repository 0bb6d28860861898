import { mediaParameters, type MediaParameter } from '@octavo/schema/media-parameters.ts'

/** The part of a request that reads of media use. */
export interface MediaRequest {
  isList: boolean
  contains: string
  limit: string
  offset: string
  /** LUIDs of spaces; empty for all. */
  spaces: string[]
  lang: string
  isStrict: boolean
  type: string
  folder: string
  tag: string
  mediaOrder: string
}

/** '' omits a parameter. */
const values: { [Name in MediaParameter]: (request: MediaRequest) => string } = {
  contains: ({ contains }) => contains,
  type: ({ type }) => type,
  folder: ({ folder }) => folder,
  tag: ({ tag }) => tag,
  limit: ({ limit }) => limit,
  offset: ({ offset }) => offset,
  order: ({ mediaOrder }) => mediaOrder,
  lang: ({ lang }) => lang,
  space: ({ spaces }) => spaces.join(','),
  strict: ({ isStrict }) => (isStrict ? 'true' : ''),
}

/** The parameters of a request for the media library. */
export function mediaParametersOf(request: MediaRequest): [string, string][] {
  return Object.entries(mediaParameters)
    .filter(([, use]) => request.isList || use === 'both')
    .map(([name]): [string, string] => [name, values[name as MediaParameter](request)])
    .filter(([, value]) => value !== '')
}
