import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { EditableItem } from '@octavo/schema/admin/items.ts'
import { mergeLists } from '../../../fields/flexible/merge-lists.ts'
import {
  merged as mergedBy,
  resolved,
  valuesOf,
  type DraftState,
  type PartsOf,
} from './draft-state.ts'

const merged = (state: DraftState, next: EditableItem) => mergedBy(state, next, () => null)

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

  describe('of a text', () => {
    /** One letter stands for a paragraph. */
    const partsOf: PartsOf = (_luid, ...texts) => {
      const [base = [], mine = [], theirs = []] = texts.map((text) => [...String(text)])
      return mergeLists(base, mine, theirs)
    }
    const body = (text: string) => itemWith({ body: text })
    const typedBody = (before: string, after: string) => typed({ body: before }, { body: after })

    it('is merged if both changed different paragraphs', () => {
      const state = mergedBy(typedBody('abc', 'Abc'), body('abC'), partsOf)
      assert.deepEqual(state.values['en'], { body: 'AbC' })
      assert.deepEqual([state.conflicts, state.dirty['en']], [[], new Set(['body'])])
    })

    it('is a conflict for each paragraph that both changed, and each is decided alone', () => {
      const once = mergedBy(typedBody('abcde', '1b2dX'), body('3b4dey'), partsOf)
      const asked = once.conflicts.map(({ mine, theirs }) => [mine, theirs])
      assert.deepEqual(asked, [
        ['1', '3'],
        ['2', '4'],
      ])
      const again = mergedBy(once, body('3b4dey'), partsOf)
      assert.deepEqual(again.conflicts, once.conflicts)
      const { values, dirty } = resolved(again, (index) => index !== 1, partsOf)
      assert.deepEqual([values['en'], dirty['en']], [{ body: '1b4dXy' }, new Set(['body'])])
    })

    it('keeps what is typed while the user decides', () => {
      const once = mergedBy(typedBody('abc', '1bc'), body('2bc'), partsOf)
      const later = { ...once, values: { en: { body: '1bcd' } } }
      const { values } = resolved(later, () => false, partsOf)
      assert.deepEqual(values['en'], { body: '2bcd' })
    })

    it('is saved if the version of the other user wins everywhere', () => {
      const once = mergedBy(typedBody('abc', '1bc'), body('2bc'), partsOf)
      const { values, dirty } = resolved(once, () => false, partsOf)
      assert.deepEqual([values['en'], dirty['en']], [{ body: '2bc' }, new Set()])
    })
  })
})
