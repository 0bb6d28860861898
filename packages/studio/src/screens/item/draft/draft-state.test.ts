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

/** Opened with these values, then this typed and not saved. */
function typed(opened: Record<string, unknown>, mine: Record<string, unknown>): DraftState {
  const item = itemWith(opened)
  return {
    item,
    values: { en: { ...valuesOf(item)['en'], ...mine } },
    dirty: { en: new Set(Object.keys(mine)) },
    saveState: 'waiting',
    savedAt: null,
    problems: [],
    clashes: [],
    labels: { items: {}, media: {} },
    epoch: 0,
  }
}

describe('what somebody else saved', () => {
  it('is taken over where nothing was typed here', () => {
    const state = merged(
      typed({ title: 'a', lead: 'b' }, { title: 'mine' }),
      itemWith({ title: 'a', lead: 'theirs' }),
    )
    assert.deepEqual(state.values['en'], { title: 'mine', lead: 'theirs' })
    assert.deepEqual([state.clashes, state.saveState], [[], 'waiting'])
  })

  it('is a clash where both wrote, and stays one however often the same is brought again', () => {
    const next = itemWith({ lead: 'theirs' })
    const once = merged(typed({ lead: 'a' }, { lead: 'mine' }), next)
    const clash = { language: 'en', luid: 'lead', mine: 'mine', theirs: 'theirs' }
    assert.deepEqual([once.clashes, once.saveState], [[clash], 'clash'])
    const again = merged(once, next)
    assert.deepEqual([again.clashes, again.saveState], [[clash], 'clash'])
    const later = merged(again, itemWith({ lead: 'theirs, later' }))
    assert.deepEqual(later.clashes, [{ ...clash, theirs: 'theirs, later' }])
  })

  it('is a clash, and stays one, where a field was emptied meanwhile', () => {
    const once = merged(typed({ lead: 'a' }, { lead: 'mine' }), itemWith({}))
    const clash = { language: 'en', luid: 'lead', mine: 'mine', theirs: undefined }
    assert.deepEqual(once.clashes, [clash])
    assert.deepEqual(merged(once, itemWith({})).clashes, [clash])
  })

  it('is none any more once both wrote the same', () => {
    const clashing = merged(typed({ lead: 'a' }, { lead: 'mine' }), itemWith({ lead: 'theirs' }))
    const agreed = merged(clashing, itemWith({ lead: 'mine' }))
    assert.deepEqual([agreed.clashes, agreed.saveState], [[], 'waiting'])
  })
})
