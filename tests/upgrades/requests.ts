/** Reads that the next release records and later ones must return in the same way. */

export interface RecordedRequest {
  /** The name of the key that sends it; another text is sent as it is. */
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
    '/contents?model=article&order=-starts_at,title&limit=2',
    '/contents?model=article&order=_status,-_id&select=_id',
    '/contents?order=_model,_title&limit=3&offset=2&select=_model,_title',
    '/contents?model=article&starts_at[gte]=2026-05-01T00:00:00Z&starts_at[lt]=2026-06-01T00:00:00Z',
    '/contents?model=article&slug[in]=harbour,hills&select=slug,seo',
    '/contents?model=article&featured[eq]=true&select=featured,links.to.title,blocks',
    '/contents?model=article&seo.description[contains]=a',
    '/contents?model=article&links.label[eq]=Hills&select=links',
    '/contents?_id[in]=1,3,99&select=_id',
    '/contents?_title[eq]=Harbour at dawn&select=_title',
    '/contents?_created_at[gt]=2026-01-02&select=_created_at',
    '/contents?contains=sea,boats&select=_id',
    '/contents?model=article,author&limit=0',
    '/contents?model=article&body[format]=html&select=body',
    '/contents?model=article&depth=0&author[eq]=1',
    '/contents?unknown=1&model=author&limit=1',
    '/contents/3?include=_prev,_next,_langs&select=_id',
    '/contents/4?include=_prev&model=article&order=title&select=_id',
    '/contents/3?lang=fr',
    '/contents/x',
    '/contents?model=nothing',
    '/contents?limit=1000',
    '/contents?offset=-1',
    '/contents?depth=9',
    '/contents?order=nothing',
    '/contents?title[like]=a',
    '/contents?model=article&kind[gt]=a',
    '/contents?model=article&starts_at[gt]=soon',
    '/contents?lang=xx',
    '/contents?space=nowhere',
    '/contents?body[format]=pdf',
    '/nothing',
  ],
  draft: ['/contents', '/contents/3?depth=1', '/contents/6', '/contents?lang=ja', '/contents/8'],
  tokyo: ['/contents', '/contents/3'],
  disabled: ['/contents'],
  'no such key': ['/contents', '/contents/3'],
  '': ['/contents'],
}

export const requests: readonly RecordedRequest[] = Object.entries(pathsByKey).flatMap(
  ([key, paths]) => paths.map((path) => ({ key, path })),
)
