import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Field, Model } from './definitions.ts'
import { exampleOf } from './example.ts'

const common = { required: false, translatable: true }

it('an example has every field of the model, references opened once', () => {
  const name: Field = {
    ...common,
    id: 1,
    luid: 'name',
    name: 'Name <b>',
    type: 'text',
    unique: false,
    maxLength: null,
    pattern: null,
    default: null,
  }
  const friend: Field = {
    ...common,
    id: 2,
    luid: 'friend',
    name: 'Friend',
    type: 'reference',
    models: null,
  }
  const bio: Field = {
    ...common,
    id: 3,
    luid: 'bio',
    name: 'Bio & more',
    type: 'flexible',
    maxLength: null,
  }
  const model: Model = {
    id: 9,
    luid: 'person',
    name: 'Person',
    titleFieldId: 1,
    fields: [name, friend, bio],
  }
  const root = {
    models: [model],
    fieldSets: [],
    spaces: [{ id: 1, luid: '_parent', name: 'Main' }],
  }
  const example = exampleOf(model, root)
  assert.equal(example['_title'], 'Name <b>')
  assert.equal(example['bio'], '<p>Bio &amp; more</p>')
  assert.equal('_space' in example, false)
  assert.equal((example['friend'] as Record<string, unknown>)['friend'], 12)
})
