import assert from 'node:assert/strict'
import test from 'node:test'
import { followFields, withGroups } from './follow-fields.ts'
import { defaultAmong } from './follow-options.ts'
import { withType } from './with-type.ts'
import type { Work, WorkField, WorkType } from './work.ts'

const field = (luid: string, group?: string): WorkField => ({
  key: luid,
  savedAs: luid,
  type: 'text',
  luid,
  ...(group !== undefined && { group }),
})
const type: WorkType = {
  key: 'a',
  savedAs: 'a',
  luid: 'a',
  name: 'A',
  groups: [{ luid: 'seo' }, { luid: 'notes' }],
  fields: [field('title'), field('meta', 'seo'), field('note', 'notes')],
}
const groupsOf = ({ fields }: WorkType) => fields.map(({ group }) => group)

test('fields keep their group when groups are moved', () => {
  const moved = withGroups(type, [{ luid: 'notes' }, { luid: 'seo' }])
  assert.deepEqual(groupsOf(moved), [undefined, 'seo', 'notes'])
})

test('fields follow the rename and the removal of a group', () => {
  const renamed = withGroups(type, [{ luid: 'search' }, { luid: 'notes' }])
  assert.deepEqual(groupsOf(renamed), [undefined, 'search', 'notes'])
  assert.deepEqual(groupsOf(withGroups(type, [{ luid: 'notes' }])), [undefined, undefined, 'notes'])
})

test('a default follows moved, renamed and removed options', () => {
  const options = (...values: string[]) => values.map((value) => ({ value }))
  const [before, one, many] = [options('a', 'b'), { default: 'a' }, { default: ['a', 'b'] }]
  assert.deepEqual(defaultAmong(one, before, options('b', 'a')), one)
  assert.deepEqual(defaultAmong(many, before, options('b', 'a')), many)
  assert.deepEqual(defaultAmong(one, before, options('c', 'b')), { default: 'c' })
  assert.deepEqual(defaultAmong(one, before, options('b')), { default: null })
})

const set: WorkType = {
  key: 'set',
  savedAs: 'seo',
  luid: 'seo',
  name: 'SEO',
  fields: [
    field('kind'),
    { ...field('words'), showWhen: { kind: { eq: 'x' } } },
    { ...field('image'), type: 'media' },
  ],
}
const page: WorkType = {
  key: 'page',
  savedAs: 'page',
  luid: 'page',
  name: 'Page',
  title: 'title',
  picture: 'cover',
  columns: ['title', 'seo.words', 'seo.kind', '_created_at'],
  order: ['-seo.words', 'title', '-_created_at'],
  fields: [
    field('title'),
    { ...field('cover'), type: 'media' },
    { ...field('seo'), type: 'fieldset' },
    {
      ...field('note'),
      showWhen: { $or: [{ 'seo.words': { exists: true } }, { $not: { title: { eq: 'a' } } }] },
    },
    {
      ...field('links'),
      type: 'repeat',
      fields: [field('label'), { ...field('url'), showWhen: { label: { exists: true } } }],
    },
  ],
}
const other: WorkType = {
  ...page,
  key: 'other',
  luid: 'other',
  columns: ['seo.words'],
  order: ['seo.words'],
  fields: [{ ...field('seo'), type: 'text' }],
}
const work: Work = { models: [page, other], fieldSets: [set] }
const renamedIn = (owner: WorkType, from: string, to: string): WorkType =>
  followFields(
    owner,
    owner.fields.map((one) => (one.luid === from ? { ...one, luid: to } : one)),
  )
const settingsOf = ({ title, picture, columns, order, fields }: WorkType | undefined = page) => ({
  title,
  picture,
  columns,
  order,
  conditions: fields.flatMap(({ showWhen }) => showWhen ?? []),
})

test('settings of models follow the rename of a field set', () => {
  const { models } = withType(work, 'fieldSets', { ...set, luid: 'search' })
  assert.equal(models[0]?.fields[2]?.luid, 'search')
  assert.deepEqual(settingsOf(models[0]), {
    title: 'title',
    picture: 'cover',
    columns: ['title', 'search.words', 'search.kind', '_created_at'],
    order: ['-search.words', 'title', '-_created_at'],
    conditions: [{ $or: [{ 'search.words': { exists: true } }, { $not: { title: { eq: 'a' } } }] }],
  })
  assert.deepEqual(models[1], other, 'a field of another type has the same name')
})

test('settings of models follow the rename and the removal of a field of a field set', () => {
  const changed = withType(work, 'fieldSets', renamedIn(set, 'words', 'text'))
  assert.deepEqual(settingsOf(changed.models[0]), {
    ...settingsOf(page),
    columns: ['title', 'seo.text', 'seo.kind', '_created_at'],
    order: ['-seo.text', 'title', '-_created_at'],
    conditions: [{ $or: [{ 'seo.text': { exists: true } }, { $not: { title: { eq: 'a' } } }] }],
  })
  assert.deepEqual(changed.models[1], other)
  const without = set.fields.filter(({ luid }) => luid !== 'words')
  const removed = withType(work, 'fieldSets', followFields(set, without)).models[0]
  assert.deepEqual(removed?.columns, ['title', 'seo.kind', '_created_at'])
  assert.deepEqual(removed.order, ['title', '-_created_at'])
  assert.deepEqual(settingsOf(removed).conditions, settingsOf(page).conditions)
})

test('settings of a model follow the rename of its own fields', () => {
  assert.deepEqual(settingsOf(renamedIn(page, 'title', 'headline')), {
    title: 'headline',
    picture: 'cover',
    columns: ['headline', 'seo.words', 'seo.kind', '_created_at'],
    order: ['-seo.words', 'headline', '-_created_at'],
    conditions: [{ $or: [{ 'seo.words': { exists: true } }, { $not: { headline: { eq: 'a' } } }] }],
  })
  assert.equal(renamedIn(page, 'cover', 'hero').picture, 'hero')
})

test('conditions on the entries of a repeat follow the rename of its fields', () => {
  const asked = { ...field('asked'), showWhen: { links: { $some: { label: { eq: 'a' } } } } }
  const model = { ...page, fields: [...page.fields, asked] }
  const fields = model.fields.map((one) =>
    one.fields ? { ...one, luid: 'urls', fields: [{ ...field('label'), luid: 'text' }] } : one,
  )
  assert.deepEqual(followFields(model, fields).fields.at(-1)?.showWhen, {
    urls: { $some: { text: { eq: 'a' } } },
  })
})

test('conditions follow the rename of a field in a field set or a repeat', () => {
  const { fields } = renamedIn(set, 'kind', 'sort')
  assert.deepEqual(fields[1]?.showWhen, { sort: { eq: 'x' } })
  const links = page.fields.map((one) =>
    one.luid === 'links' && one.fields
      ? {
          ...one,
          fields: one.fields.map((own) => (own.luid === 'label' ? { ...own, luid: 'text' } : own)),
        }
      : one,
  )
  const repeat = followFields(page, links).fields.at(-1)
  assert.deepEqual(repeat?.fields?.[1]?.showWhen, { text: { exists: true } })
})
