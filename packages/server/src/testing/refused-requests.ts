/** Requests to write that must be refused, against the schema of write-root.ts. */
import { fields, post, refusedBodies, type RefusedRequest } from './refused-bodies.ts'

export const refusedRequests: RefusedRequest[] = [
  { what: 'no key', key: 'none', request: ['POST', post, { fields }], status: 401 },
  ...['malformed', 'unknown id', 'wrong secret', 'expired', 'disabled'].map(
    (key) =>
      ({ what: `key: ${key}`, key, request: ['POST', post, { fields }], status: 401 }) as const,
  ),
  {
    what: 'a key that may only read',
    key: 'reader',
    request: ['POST', post, { fields }],
    status: 403,
  },
  {
    what: 'a key of other spaces',
    key: 'tokyo',
    request: ['POST', post, { fields }],
    status: 403,
  },
  {
    what: 'the same, told to go there',
    key: 'tokyo',
    request: ['POST', `${post}&space=osaka`, { fields }],
    status: 403,
  },
  {
    what: 'the same, to no space at all',
    key: 'tokyo',
    request: ['POST', `${post}&space=nowhere`, { fields }],
    status: 403,
  },
  {
    what: 'no such space',
    request: ['POST', `${post}&space=nowhere`, { fields }],
    status: 400,
    paths: ['space'],
  },
  {
    what: 'an empty space',
    request: ['POST', `${post}&space=`, { fields }],
    status: 400,
    paths: ['space'],
  },
  {
    what: 'two spaces',
    request: ['POST', `${post}&space=tokyo&space=osaka`, { fields }],
    status: 400,
    paths: ['space'],
  },
  {
    what: 'permission before parameters',
    key: 'reader',
    request: ['POST', '/contents?published=x', '{'],
    status: 403,
  },
  {
    what: 'space before parameters',
    key: 'tokyo',
    request: ['POST', '/contents?published=x', '{'],
    status: 403,
  },

  { what: 'no model', request: ['POST', '/contents', { fields }], status: 400, paths: ['model'] },
  {
    what: 'an unknown model',
    request: ['POST', '/contents?model=page', { fields }],
    status: 400,
    paths: ['model'],
  },
  {
    what: 'all parameters wrong',
    request: ['POST', '/contents?published=yes&ft_format=html', { fields }],
    status: 400,
    paths: ['model', 'published', 'ft_format'],
  },
  {
    what: 'parameters and values, together',
    request: ['POST', `${post}&published=maybe&ft_format=html`, { fields: { name: 5, x: 1 } }],
    status: 400,
    paths: ['published', 'ft_format', 'fields.name', 'fields.x'],
  },
  {
    what: 'an unknown model and a body of other things, together',
    request: ['POST', '/contents?model=page', { fields: 1, other: 2 }],
    status: 400,
    paths: ['model', 'other'],
  },
  {
    what: 'parameters and a body that is no JSON, together',
    request: ['POST', '/contents?published=maybe', '{'],
    status: 400,
    paths: ['model', 'published', ''],
  },
  {
    what: 'parameters without a body, together',
    request: ['PATCH', '/contents/1?published=maybe'],
    status: 400,
    paths: ['model', 'published', ''],
  },
  {
    what: 'no such space, with all that is wrong beside it',
    request: ['POST', '/contents?model=page&published=maybe&ft_format=x&space=nowhere', '{'],
    status: 400,
    paths: ['published', 'ft_format', 'space'],
  },
  {
    what: 'the model of another item, parameters and values, together',
    request: ['PATCH', '/contents/1?model=article&published=maybe', { fields: { name: 5 } }],
    status: 400,
    paths: ['published', 'model', 'fields.name'],
  },
  {
    what: 'parameters before an item that is not there',
    request: ['PUT', '/contents/999?model=author&published=maybe', { fields }],
    status: 400,
    paths: ['published'],
  },
  {
    what: 'the format of texts and values of a draft, together',
    request: [
      'POST',
      '/contents/2/drafts?space=tokyo&ft_format=x',
      { fields: { title: 5 }, 'fields[fr]': {} },
    ],
    status: 400,
    paths: ['ft_format', 'fields[fr]', 'fields.title'],
  },
  {
    what: 'model given twice',
    request: ['POST', `${post}&model=article`, { fields }],
    status: 400,
    paths: ['model'],
  },
  {
    what: 'published=1',
    request: ['POST', `${post}&published=1`, { fields }],
    status: 400,
    paths: ['published'],
  },
  {
    what: 'published=TRUE',
    request: ['POST', `${post}&published=TRUE`, { fields }],
    status: 400,
    paths: ['published'],
  },
  {
    what: 'an empty published',
    request: ['POST', `${post}&published=`, { fields }],
    status: 400,
    paths: ['published'],
  },
  {
    what: 'a malformed query',
    request: ['POST', `${post}&x=%zz`, { fields }],
    status: 400,
    paths: ['x'],
  },
  ...refusedBodies,
  {
    what: 'PUT of nothing there',
    request: ['PUT', '/contents/77?model=author', { fields: {} }],
    status: 404,
  },
  {
    what: 'PUT in another space',
    request: ['PUT', '/contents/1?model=author&space=tokyo', { fields: {} }],
    status: 404,
  },
  {
    what: 'PUT as another model',
    request: ['PUT', '/contents/1?model=article', { fields: {} }],
    status: 400,
    paths: ['model'],
  },
  {
    what: 'PUT without model',
    request: ['PUT', '/contents/1', { fields: {} }],
    status: 400,
    paths: ['model'],
  },
  {
    what: 'PUT without the main language',
    request: ['PUT', '/contents/1?model=author', { 'fields[ja]': {} }],
    status: 400,
    paths: ['fields'],
  },
  {
    what: 'PATCH without any language',
    request: ['PATCH', '/contents/1?model=author', {}],
    status: 400,
    paths: ['fields'],
  },
  {
    what: 'PATCH as another model',
    request: ['PATCH', '/contents/1?model=article', { fields: {} }],
    status: 400,
    paths: ['model'],
  },
  {
    what: 'DELETE in another space',
    request: ['DELETE', '/contents/1?space=tokyo'],
    status: 404,
  },
  { what: 'DELETE of what is not there', request: ['DELETE', '/contents/77'], status: 404 },
  {
    what: 'duplicate in another space',
    request: ['POST', '/contents/1/duplicate?space=osaka'],
    status: 404,
  },
  { what: 'drafts of a draft', request: ['POST', '/contents/1/drafts'], status: 400 },
  {
    what: 'drafts with a wrong value',
    request: ['POST', '/contents/2/drafts?space=tokyo', { fields: { title: 1 } }],
    status: 400,
    paths: ['fields.title'],
  },
  ...['0', '-1', '01', '1.5', 'x', '1e3', '99999999999999999999', '%20', '9007199254740993'].map(
    (id) => ({ what: `id ${id}`, request: ['DELETE', `/contents/${id}`], status: 404 }) as const,
  ),
  {
    what: 'PUT on the list',
    request: ['PUT', '/contents?model=author', { fields: {} }],
    status: 404,
  },
  { what: 'an unknown path', request: ['POST', '/contents/1/publish'], status: 404 },
  {
    what: 'If-Match of something else',
    request: ['PATCH', '/contents/1?model=author', { fields: { name: 'x' } }],
    headers: { 'If-Match': '"999.abc", "x"' },
    status: 412,
  },
  {
    what: 'If-Match on DELETE',
    request: ['DELETE', '/contents/1'],
    headers: { 'If-Match': '"9.x"' },
    status: 412,
  },
  {
    what: 'a parameter that is not well encoded, with all else that is wrong',
    request: ['POST', `${post}&published=maybe&tag=%ff`, { fields: { nothing: 1 } }],
    status: 400,
    paths: ['tag', 'published', 'fields.nothing'],
  },
  {
    what: 'a model and a space that are not well encoded',
    request: ['POST', '/contents?model=%ff&space=%00&ft_format=x', { fields }],
    status: 400,
    paths: ['model', 'ft_format', 'space'],
  },
  ...(['DELETE /contents/1', 'POST /contents/1/duplicate', 'DELETE /media/1'] as const).map(
    (call) => {
      const [method = '', path = ''] = call.split(' ')
      return {
        what: `${call} with a parameter that is not well encoded`,
        request: [method, `${path}?tag=%ff`],
        status: 400,
        paths: ['tag'],
      } satisfies RefusedRequest
    },
  ),
  {
    what: 'an Idempotency-Key that is too long',
    request: ['POST', post, { fields }],
    headers: { 'Idempotency-Key': 'x'.repeat(256) },
    status: 400,
    paths: ['Idempotency-Key'],
  },
  {
    what: 'a compressed body',
    request: ['POST', post, { fields }],
    headers: { 'Content-Encoding': 'gzip' },
    status: 400,
  },
]
