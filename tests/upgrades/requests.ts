/** Reads that the next release records and later ones must return in the same way. */

export interface RecordedRequest {
  /** The name of the key that sends it. */
  key: string
  path: string
}

const pathsByKey: Readonly<Record<string, readonly string[]>> = {
  published: [
    '/contents',
    '/contents?model=article&depth=2&order=title',
    '/contents?lang=ja',
    '/contents?lang=ja&lang_fallback=true&model=article',
    '/contents?space=tokyo',
    '/contents?model=article&kind[eq]=news&order=-_created_at',
    '/contents?model=article&author.name[contains]=hana',
    '/contents?model=article&tags[has]=sea',
    '/contents?contains=harbour',
    '/contents?contains=港&lang=ja',
    '/contents?model=article&limit=1&offset=1&select=_id,title,author.name',
    '/contents/3?depth=1&body[format]=markdown',
    '/contents/3?body[format]=text&lang=ja',
    '/contents/6',
    '/contents/7',
    '/contents/8',
  ],
  draft: ['/contents', '/contents/3?depth=1', '/contents/6', '/contents?lang=ja', '/contents/8'],
  tokyo: ['/contents', '/contents/3'],
  disabled: ['/contents'],
}

export const requests: readonly RecordedRequest[] = Object.entries(pathsByKey).flatMap(
  ([key, paths]) => paths.map((path) => ({ key, path })),
)
