import assert from 'node:assert/strict'
import test from 'node:test'
import { say, type ProblemCode } from '@octavo/schema/problems.ts'
import { en, type TextKey } from '../en/en.ts'
import { messagesEn } from './en.ts'
import { messagesJa } from './ja/ja.ts'
import { translateMessage } from './messages.ts'

const t = (key: TextKey): string => en[key]
const places = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([place]) => place)

/** Values that only translations use. */
const extra = ['{count}', '{id}', '{ids}']

test('messages use only values that the server provides', () => {
  for (const sentences of [messagesEn, messagesJa]) {
    for (const [code, sentence] of Object.entries(sentences)) {
      const given = [...places(say(code as ProblemCode).message), ...extra]
      assert.deepEqual(
        places(sentence).filter((place) => !given.includes(place)),
        [],
        code,
      )
    }
  }
})

test('terms inside a message are translated, values are not', () => {
  const added = say('planAddField', { name: 'article.none', type: 'media', typeWord: 'media' })
  assert.equal(translateMessage('ja', added, t), 'フィールドを追加: article.none(メディア)')
  const values = { name: 'a.b', setting: 'required', from: 'no', fromWord: 'no', to: 'yes' }
  const changed = say('planRule', { ...values, toWord: 'yes' })
  assert.equal(
    translateMessage('ja', changed, t),
    'フィールド a.b の必須: いいえ → はい(次回の公開から)',
  )
  const named = say('planName', { what: 'model', name: 'm', from: '"none"', to: '"yes"' })
  assert.equal(translateMessage('ja', named, t), 'モデル m の名前: "none" → "yes"')
})

test('a message without a translation is shown with a capital letter', () => {
  assert.equal(translateMessage('ja', { message: 'is odd' }, t), 'Is odd')
  assert.equal(translateMessage('en', say('notBoolean'), t), 'Must be true or false')
})
