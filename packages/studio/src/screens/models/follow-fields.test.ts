import assert from 'node:assert/strict'
import test from 'node:test'
import { withGroups } from './follow-fields.ts'
import { defaultAmong } from './follow-options.ts'
import type { WorkField, WorkType } from './work.ts'

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
