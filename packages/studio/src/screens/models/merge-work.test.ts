import assert from 'node:assert/strict'
import test from 'node:test'
import type { FieldInput, SchemaInput } from '@octavo/schema/admin/schema.ts'
import { mergedWork } from './merge-work.ts'
import { schemaOf, workOf, type Work } from './work.ts'

const text = (luid: string, more: Partial<FieldInput> = {}): FieldInput => ({
  luid,
  name: luid,
  type: 'text',
  ...more,
})
const schema = (models: Record<string, FieldInput[]>): SchemaInput => ({
  languages: ['en'],
  spaces: [],
  fieldSets: [],
  models: Object.entries(models).map(([luid, fields]) => ({ luid, name: luid, fields })),
})

const base = schema({ article: [text('title'), text('lead')], author: [text('name')] })

function merged(edit: (work: Work) => Work, theirs: SchemaInput): SchemaInput['models'] {
  return schemaOf(mergedWork(base, edit(workOf(base)), theirs), theirs).models
}

const withArticle = (work: Work, fields: FieldInput[]): Work => ({
  ...work,
  models: work.models.map((model) =>
    model.luid === 'article'
      ? { ...model, fields: workOf(schema({ article: fields })).models[0]?.fields ?? [] }
      : model,
  ),
})

test('merges changes of different things by both users', () => {
  const theirs = schema({
    article: [text('title'), text('lead')],
    author: [text('name'), text('born')],
    page: [text('title')],
  })
  const edit = (work: Work): Work =>
    withArticle(work, [text('title', { required: true }), text('lead')])
  assert.deepEqual(
    merged(edit, theirs),
    schema({
      article: [text('title', { required: true }), text('lead')],
      author: [text('name'), text('born')],
      page: [text('title')],
    }).models,
  )
})

test('keeps the fields that both users added to one model', () => {
  const theirs = schema({
    article: [text('title'), text('lead'), text('theirs')],
    author: [text('name')],
  })
  const edit = (work: Work): Work => ({
    ...work,
    models: work.models.map((model) =>
      model.luid === 'article'
        ? {
            ...model,
            fields: [
              ...model.fields,
              { luid: 'mine', name: 'mine', type: 'text', key: 'k', savedAs: null },
            ],
          }
        : model,
    ),
  })
  assert.deepEqual(
    merged(edit, theirs)[0]?.fields.map(({ luid }) => luid),
    ['title', 'lead', 'mine', 'theirs'],
  )
})

test('drops what the other user removed, but recreates what has local edits', () => {
  const theirs = schema({ article: [text('lead')] })
  const edit = (work: Work): Work =>
    withArticle(work, [text('title', { maxLength: 9 }), text('lead')])
  const models = merged(edit, theirs)
  assert.deepEqual(
    models.map(({ luid }) => luid),
    ['article'],
  )
  assert.deepEqual(models[0]?.fields, [text('title', { maxLength: 9 }), text('lead')])
})

test('keeps local removals', () => {
  const edit = (work: Work): Work => ({ ...work, models: work.models.slice(0, 1) })
  assert.deepEqual(
    merged(edit, base).map(({ luid }) => luid),
    ['article'],
  )
})
