/**
 * Type tests: code that must compile, and code that must not. Nothing here runs. `tsc` checks it, and a
 * missing expected error is an error.
 */
import type { Client, FieldShape, Item, ListOptions, Media, SpaceShape } from '@octavo/client'
import type { ClientParameter, ReadOptions } from '@octavo/client/query.ts'
import type { PlainTypes } from '@octavo/client/types/fields.ts'
import type { fieldTypes, FieldTypeName } from '@octavo/schema/field-types.ts'
import type { QueryParameter } from '@octavo/schema/query-parameters.ts'
import type { Article, Author, Place, Schema } from './generated.ts'

type IsAny<T> = 0 extends 1 & T ? true : false
type Both<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
type Equal<A, B> = IsAny<A> extends true ? false : Both<A, B>

/** Compiles only if the value has exactly this type. */
type Is<Expected> = <Given>(
  value: Given,
  ...same: Equal<Given, Expected> extends true ? [] : [never]
) => void

declare function is<Expected>(): Is<Expected>

/** If this does not compile, add the new field type to packages/client/src/types/fields.ts. */
export function allFieldTypes(
  known: Record<FieldShape['type'], unknown>,
  plain: PlainFacts,
): unknown[] {
  const all: Record<FieldTypeName, unknown> = known
  is<AgreedFacts>()(plain)
  const agreed: AgreedFacts = plain
  return [all, agreed]
}

/** If this does not compile, add the new parameter to packages/client/src/query.ts and the options. */
export function allParameters(
  known: Record<ClientParameter, unknown>,
  options: Record<keyof ListOptions<Schema, 'article', true, 1> | 'include', unknown>,
): unknown[] {
  const all: Record<QueryParameter, unknown> = known
  const offered: Record<keyof ReadOptions, unknown> = options
  return [all, offered]
}

type PlainFacts = {
  [Name in keyof PlainTypes]: {
    operators: Record<keyof PlainTypes[Name]['where'], unknown>
    isSortable: PlainTypes[Name]['isSortable']
  }
}
type AgreedFacts = {
  [Name in keyof PlainTypes]: {
    operators: Record<(typeof fieldTypes)[Name]['operators'][number], unknown>
    isSortable: (typeof fieldTypes)[Name]['isSortable']
  }
}

export async function withoutTotal(client: Client<Schema>): Promise<void> {
  const page = await client.list({ model: 'article', total: false })
  is<string | null | undefined>()(page.data[0]?.title)
  // @ts-expect-error the total is not requested
  is<number>()(page.total)
}

export async function byCursor(client: Client<Schema>): Promise<void> {
  const page = await client.list({ model: 'article', cursor: 'start' })
  is<string | null>()(page.next_cursor)
  is<number>()(page.total)
  // @ts-expect-error a page by cursor has no offset
  is<number>()(page.offset)
}

export async function withFacets(client: Client<Schema>): Promise<void> {
  const { facets } = await client.list({ model: 'article', facets: ['kind', 'tags', 'featured'] })
  is<'news' | 'essay' | undefined>()(facets.kind[0]?.value)
  is<'sea' | 'hills' | undefined>()(facets.tags[0]?.value)
  is<number | undefined>()(facets.featured[0]?.count)
  const one = await client.list({ model: 'article', facets: 'author' })
  is<number | undefined>()(one.facets.author[0]?.value)
  // @ts-expect-error: the values of texts are not counted
  await client.list({ model: 'article', facets: ['title'] })
  const plain = await client.list({ model: 'article' })
  // @ts-expect-error: no facets are requested
  is<object>()(plain.facets)
}

export async function listing(client: Client<Schema>): Promise<void> {
  const { data, total } = await client.list({ model: 'article' })
  is<number>()(total)
  const [article] = data
  if (!article) return
  is<'article'>()(article._model)
  is<string | null>()(article.title)
  is<boolean>()(article.featured)
  is<'news' | 'essay' | null>()(article.kind)
  is<('sea' | 'hills')[]>()(article.tags)
  is<Media | null>()(article.cover)
  is<string | null>()(article._published_at)
  is<'_parent' | 'tokyo'>()(article._space)
  is<string | null | undefined>()(article.author?.name)
  is<number | null | undefined>()(article.author?.mentor)
  is<string | null>()(article.seo.meta_title)
  for (const { to } of article.links) {
    if (to?._model === 'article') is<string | null>()(to.slug)
    if (to?._model === 'place') is<string | null>()(to['2nd_visit'])
  }
  for (const block of article.blocks) {
    if (block.luid === 'quote') is<string | null | undefined>()(block.fields.by?.name)
    else is<boolean>()(block.fields.no_index)
  }
  // @ts-expect-error: an author has no title
  void article.author?.title
  // @ts-expect-error: the field may be empty
  void article.title.length
  // @ts-expect-error: there is no such field
  void article.subtitle
  // @ts-expect-error: only get returns neighbours
  void article._prev
}

export async function mixing(client: Client<Schema>): Promise<void> {
  const { data } = await client.list()
  for (const item of data) {
    is<'author' | 'article' | 'place'>()(item._model)
    if (item._model === 'article') is<string | null>()(item.slug)
    // @ts-expect-error: only articles have this field
    void item.slug
  }
  const two = await client.list({ model: ['author', 'place'], where: { name: { eq: 'x' } } })
  is<string | null | undefined>()(two.data[0]?.name)
  await client.list({ model: ['author', 'article'], where: { title: { eq: 'some have it' } } })
  // @ts-expect-error: neither model has this field
  await client.list({ model: ['author', 'place'], where: { title: { eq: 'x' } } })
  // @ts-expect-error: there is no such model
  await client.list({ model: 'page' })
  // @ts-expect-error: there is no such model
  await client.list({ model: ['author', 'page'] })
}

export async function depths(client: Client<Schema>): Promise<void> {
  const none = await client.list({ model: 'article', depth: 0 })
  is<number | null | undefined>()(none.data[0]?.author)
  const two = await client.get(1, { model: 'article', depth: 2 })
  is<number | null | undefined>()(two.author?.mentor?.mentor)
  const three = await client.get(1, { model: 'article', depth: 3 })
  is<string | null | undefined>()(three.author?.mentor?.mentor?.name)
  is<number | null | undefined>()(three.author?.mentor?.mentor?.mentor)
  // @ts-expect-error: 3 is the maximum
  await client.list({ depth: 4 })
  is<Author<0> | null>()(({} as Article).author)
  is<number | null>()(({} as Article<0>).author)
  is<Place | null>()(({} as Author<2>).place)
}

export async function selecting(client: Client<Schema>): Promise<void> {
  const { data } = await client.list({
    model: 'article',
    select: { _id: true, title: true, author: { name: true }, links: { label: true }, seo: true },
    depth: 2,
  })
  const [article] = data
  if (!article) return
  is<number>()(article._id)
  is<{ name: string | null } | null>()(article.author)
  is<{ label: string | null }[]>()(article.links)
  is<boolean>()(article.seo.no_index)
  // @ts-expect-error: not selected
  void article.slug
  // @ts-expect-error: not selected
  void article._model
  // @ts-expect-error: not selected inside
  void article.author?.bio
  const atZero = await client.list({
    model: 'article',
    select: { author: { name: true } },
    depth: 0,
  })
  is<number | null | undefined>()(atZero.data[0]?.author)
  const select = Math.random() < 0.5 ? ({ title: true } as const) : undefined
  const either = await client.list({ model: 'article', select })
  is<string | null | undefined>()(either.data[0]?.title)
  // @ts-expect-error: may not be selected
  void either.data[0]?.slug
  const one = await client.get(1, { model: 'article', select, include: ['_langs'] })
  // @ts-expect-error: may not be selected
  void one._langs
  // @ts-expect-error: there is no such field
  await client.list({ model: 'article', select: { subtitle: true } })
  // @ts-expect-error: an unknown field next to a known one
  await client.list({ model: 'article', select: { title: true, subtitle: true } })
  // @ts-expect-error: an unknown nested field
  await client.list({ model: 'article', select: { author: { name: true, age: true } } })
  // @ts-expect-error: a combination can only be selected as a whole
  await client.list({ model: 'article', select: { blocks: { luid: true } } })
  // @ts-expect-error: text has no nested properties
  await client.list({ model: 'article', select: { title: { length: true } } })
}

export async function filtering(client: Client<Schema>): Promise<void> {
  await client.list({
    model: 'article',
    where: {
      title: { in: ['a', 'b'], contains: ['x', 'y'] },
      featured: { eq: true },
      kind: { eq: 'news' },
      tags: { has: 'sea' },
      starts_at: { gte: new Date(), lt: '2026-11-14T00:00:00Z' },
      author: { in: [1, 2], name: { eq: 'Ada' }, mentor: { mentor: { name: { eq: 'x' } } } },
      links: { label: { eq: 'x' }, is_external: { eq: true }, to: { eq: 1 } },
      seo: { no_index: { eq: false } },
      _status: { eq: 'draft' },
      _created_at: { gt: '2026-11-14T00:00:00Z' },
    },
  })
  await client.list({
    model: 'article',
    where: [{ body: { contains: 'a' } }, { body: { contains: 'b' } }],
  })
  // @ts-expect-error: there is no such field
  await client.list({ model: 'article', where: { subtitle: { eq: 'x' } } })
  // @ts-expect-error: an unknown field next to a known one
  await client.list({ model: 'article', where: { title: { eq: 'x' }, subtitle: { eq: 'x' } } })
  // @ts-expect-error: there is no such operator
  await client.list({ model: 'article', where: { title: { like: 'x' } } })
  // @ts-expect-error: flexible text supports only contains
  await client.list({ model: 'article', where: { body: { eq: 'x' } } })
  // @ts-expect-error: a datetime has no eq
  await client.list({ model: 'article', where: { starts_at: { eq: '2026-11-14T00:00:00Z' } } })
  // @ts-expect-error: there is no such option
  await client.list({ model: 'article', where: { kind: { eq: 'novel' } } })
  // @ts-expect-error: a boolean is not a string
  await client.list({ model: 'article', where: { featured: { eq: 'true' } } })
  // @ts-expect-error: media has no filters
  await client.list({ model: 'article', where: { cover: { eq: 1 } } })
  // @ts-expect-error: combinations have no filters
  await client.list({ model: 'article', where: { blocks: { luid: { eq: 'quote' } } } })
  // @ts-expect-error: a repeat supports only eq
  await client.list({ model: 'article', where: { links: { label: { contains: 'x' } } } })
  // @ts-expect-error: filters cannot follow a reference inside a repeat
  await client.list({ model: 'article', where: { links: { to: { name: { eq: 'x' } } } } })
  const tooFar = { mentor: { mentor: { mentor: { name: { eq: 'x' } } } } }
  // @ts-expect-error: at most three references
  await client.list({ model: 'article', where: { author: tooFar } })
  // @ts-expect-error: a field of an author, not of an article
  await client.list({ model: 'article', where: { author: { title: { eq: 'x' } } } })
}

export async function shaping(client: Client<Schema>): Promise<void> {
  await client.list({ model: 'article', order: ['-starts_at', 'seo.meta_title', '_id'] })
  await client.list({
    model: 'article',
    formats: {
      body: 'markdown',
      author: { bio: 'text' },
      links: { note: 'text' },
      blocks: { quote: { by: { bio: 'text' } } },
    },
    lang: 'ja',
    langFallback: true,
    space: ['_parent', 'tokyo'],
  })
  // @ts-expect-error: not sortable
  await client.list({ model: 'article', order: 'body' })
  // @ts-expect-error: there is no such field
  await client.list({ model: 'article', order: ['-subtitle'] })
  await client.list({ model: 'article', order: ['author.name', '-author._title'] })
  // @ts-expect-error: a reference itself is not sortable
  await client.list({ model: 'article', order: 'author' })
  // @ts-expect-error: there is no such field
  await client.list({ model: 'article', order: 'author.nickname' })
  // @ts-expect-error: formats inside a combination go by field set
  await client.list({ model: 'article', formats: { blocks: { by: { bio: 'text' } } } })
  // @ts-expect-error: only flexible text has formats
  await client.list({ model: 'article', formats: { title: 'markdown' } })
  // @ts-expect-error: there is no such format
  await client.list({ model: 'article', formats: { body: 'pdf' } })
  // @ts-expect-error: there is no such language
  await client.list({ lang: 'fr' })
  // @ts-expect-error: there is no such space
  await client.list({ space: 'osaka' })
  // @ts-expect-error: only for get
  await client.list({ include: ['_prev'] })
}

export async function getting(client: Client<Schema>): Promise<void> {
  const article = await client.get(1, { model: 'article', include: ['_prev', '_langs'] })
  is<string | null | undefined>()(article._prev?.title)
  is<('en' | 'ja')[]>()(article._langs.available)
  // @ts-expect-error: not included
  void article._next
  const slim = await client.get(1, {
    model: 'article',
    include: ['_next', '_langs'],
    select: { title: true, _next: { _id: true } },
  })
  is<{ _id: number } | null>()(slim._next)
  // @ts-expect-error: included, but not selected
  void slim._langs
  // @ts-expect-error: not a valid value
  await client.get(1, { include: ['_all'] })
}

export async function walking(client: Client<Schema>): Promise<void> {
  for await (const author of client.all({ model: 'author', select: { name: true } })) {
    is<{ name: string | null }>()(author)
  }
  client.all({ model: 'author', order: ['-name', '_id'] })
  // @ts-expect-error: there is no such field
  client.all({ model: 'author', order: 'age' })
  // @ts-expect-error: there is no such field
  client.all({ model: 'author', select: { age: true } })
}

export async function writing(client: Client<Schema>): Promise<void> {
  await client.create({
    model: 'article',
    fields: {
      title: 'x',
      slug: null,
      tags: ['sea'],
      starts_at: new Date(),
      cover: 1,
      author: 2,
      links: [{ label: 'x', to: 3 }],
      blocks: [{ luid: 'quote', fields: { words: 'x', by: 2 } }, { luid: 'seo' }],
      seo: { no_index: true },
    },
    translations: { ja: { title: '港', seo: { meta_title: '港' } } },
  })
  // @ts-expect-error: the model is required
  await client.create({ fields: { title: 'x' } })
  // @ts-expect-error: there is no such field
  await client.create({ model: 'article', fields: { subtitle: 'x' } })
  // @ts-expect-error: wrong type
  await client.create({ model: 'article', fields: { title: 1 } })
  // @ts-expect-error: there is no such option
  await client.patch(1, { model: 'article', fields: { kind: 'novel' } })
  // @ts-expect-error: a reference is written by id
  await client.patch(1, { model: 'article', fields: { author: { name: 'Ada' } } })
  await client.patch(1, {
    model: 'article',
    // @ts-expect-error: the field set has no such field
    fields: { blocks: [{ luid: 'seo', fields: { words: 'x' } }] },
  })
  // @ts-expect-error: not translatable
  await client.patch(1, { model: 'article', translations: { ja: { slug: 'x' } } })
  // @ts-expect-error: not translatable
  await client.patch(1, { model: 'article', translations: { ja: { seo: { no_index: true } } } })
  // @ts-expect-error: there is no such language
  await client.patch(1, { model: 'article', translations: { fr: { title: 'x' } } })
  // @ts-expect-error: system properties cannot be written
  await client.patch(1, { model: 'article', fields: { _id: 1 } })
}

export async function listsOfReferences(client: Client<Schema>): Promise<void> {
  const deep = await client.get(1, { model: 'article', depth: 1 })
  for (const item of deep.related) {
    if (item._model === 'article') is<string | null>()(item.title)
    else is<string | null>()(item['2nd_visit'])
  }
  is<number[]>()((await client.get(1, { model: 'article', depth: 0 })).related)
  const slim = await client.get(1, { model: 'article', select: { related: { title: true } } })
  const [first] = slim.related
  if (first && 'title' in first) is<string | null>()(first.title)
  await client.list({
    model: 'article',
    where: { related: { has: 3, title: { eq: 'x' }, author: { name: { eq: 'Ada' } } } },
    formats: { related: { body: 'text' } },
  })
  await client.patch(1, { model: 'article', fields: { related: [2, 3] } })
  await client.patch(1, { model: 'article', fields: { related: null } })
  // @ts-expect-error: a list has no eq
  await client.list({ model: 'article', where: { related: { eq: 3 } } })
  // @ts-expect-error: a list is not sortable
  await client.list({ model: 'article', order: 'related' })
  // @ts-expect-error: references are written by id
  await client.patch(1, { model: 'article', fields: { related: [{ _id: 1 }] } })
}

/** A space without extended writes does not accept multi select. */
export async function plainWriting(
  client: Client<Omit<Schema, 'extendedWrites'> & { extendedWrites: false }>,
): Promise<void> {
  await client.create({ model: 'article', fields: { title: 'x' } })
  // @ts-expect-error: multi select cannot be written
  await client.create({ model: 'article', fields: { tags: ['sea'] } })
}

/** A space without sub-spaces has no `_space`. */
export async function plainSpace(
  client: Client<Omit<Schema, 'hasSubSpaces'> & { hasSubSpaces: false }>,
): Promise<void> {
  const article = await client.get(1, { model: 'article' })
  // @ts-expect-error: not present
  void article._space
}

/** Without types, everything compiles and values are `unknown`. */
export async function untyped(client: Client<SpaceShape>): Promise<void> {
  const { data } = await client.list({ model: 'anything', where: { any: { field: { eq: 1 } } } })
  is<number | undefined>()(data[0]?._id)
  is<unknown>()(data[0]?.['title'])
  await client.create({ model: 'anything', fields: { title: 1 } })
}

export function narrowing(item: Item<Schema>): string | null {
  return item._model === 'author' ? item.name : item._title
}
