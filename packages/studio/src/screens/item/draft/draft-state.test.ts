import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { EditableItem } from '@octavo/schema/admin/items.ts'
import { merged, valuesOf, type DraftState } from './draft-state.ts'

function itemWith(fields: Record<string, unknown>): EditableItem {
  return {
    languages: [{ language: 'en', draft: { fields }, published: null }],
    items: {},
    media: {},
  } as unknown as EditableItem
}

/** The state after opening an item and typing without saving. */
function typed(opened: Record<string, unknown>, mine: Record<string, unknown>): DraftState {
  const item = itemWith(opened)
  return {
    item,
    values: { en: { ...valuesOf(item)['en'], ...mine } },
    dirty: { en: new Set(Object.keys(mine)) },
    saveState: 'waiting',
    savedAt: null,
    problems: [],
    conflicts: [],
    labels: { items: {}, media: {} },
    epoch: 0,
  }
}

describe('a change by another user', () => {
  it('is merged if the field has no local edits', () => {
    const state = merged(
      typed({ title: 'a', lead: 'b' }, { title: 'mine' }),
      itemWith({ title: 'a', lead: 'theirs' }),
    )
    assert.deepEqual(state.values['en'], { title: 'mine', lead: 'theirs' })
    assert.deepEqual([state.conflicts, state.saveState], [[], 'waiting'])
  })

  it('is a conflict if both users edited the field, also when it is received repeatedly', () => {
    const next = itemWith({ lead: 'theirs' })
    const once = merged(typed({ lead: 'a' }, { lead: 'mine' }), next)
    const conflict = { language: 'en', luid: 'lead', mine: 'mine', theirs: 'theirs' }
    assert.deepEqual([once.conflicts, once.saveState], [[conflict], 'conflict'])
    const again = merged(once, next)
    assert.deepEqual([again.conflicts, again.saveState], [[conflict], 'conflict'])
    const later = merged(again, itemWith({ lead: 'theirs, later' }))
    assert.deepEqual(later.conflicts, [{ ...conflict, theirs: 'theirs, later' }])
  })

  it('is a conflict if the other user emptied the field', () => {
    const once = merged(typed({ lead: 'a' }, { lead: 'mine' }), itemWith({}))
    const conflict = { language: 'en', luid: 'lead', mine: 'mine', theirs: undefined }
    assert.deepEqual(once.conflicts, [conflict])
    assert.deepEqual(merged(once, itemWith({})).conflicts, [conflict])
  })

  it('is no longer a conflict when both values are equal', () => {
    const conflicting = merged(typed({ lead: 'a' }, { lead: 'mine' }), itemWith({ lead: 'theirs' }))
    const agreed = merged(conflicting, itemWith({ lead: 'mine' }))
    assert.deepEqual([agreed.conflicts, agreed.saveState], [[], 'waiting'])
  })
})
