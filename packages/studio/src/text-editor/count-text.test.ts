import assert from 'node:assert/strict'
import { it } from 'node:test'
import { countText } from './count-text.ts'

it('counts words with their apostrophes and hyphens, and characters without line breaks', () => {
  assert.deepEqual(countText('', 'en'), { words: 0, characters: 0 })
  assert.deepEqual(countText("It's twenty-two\nminutes — ¥460.", 'en'), {
    words: 4,
    characters: 30,
  })
  assert.deepEqual(countText('naïve cafés 🌊', 'en-GB'), { words: 2, characters: 13 })
})

it('counts only characters in languages without spaces', () => {
  assert.deepEqual(countText('塩の道を\n歩く。𠮷', 'ja'), { words: null, characters: 8 })
})
