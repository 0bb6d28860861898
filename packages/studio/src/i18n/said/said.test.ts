import assert from 'node:assert/strict'
import test from 'node:test'
import { say, type ProblemCode } from '@octavo/schema/problems.ts'
import { en, type TextKey } from '../en/en.ts'
import { saidEn } from './en.ts'
import { saidJa } from './ja.ts'
import { saidIn } from './said.ts'

const t = (key: TextKey): string => en[key]
const places = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([place]) => place)

/** Values that stand beside the English words for the sake of other languages. */
const beside = ['{count}', '{id}', '{ids}']

test('no sentence asks for a value that the server does not give', () => {
  for (const sentences of [saidEn, saidJa]) {
    for (const [code, sentence] of Object.entries(sentences)) {
      const given = [...places(say(code as ProblemCode).message), ...beside]
      assert.deepEqual(
        places(sentence).filter((place) => !given.includes(place)),
        [],
        code,
      )
    }
  }
})

test('words inside a sentence are said in its language, values are left alone', () => {
  const added = say('planAddField', { name: 'article.none', type: 'media', typeWord: 'media' })
  assert.equal(saidIn('ja', added, t), 'フィールドを追加: article.none(メディア)')
  const values = { name: 'a.b', setting: 'required', from: 'no', fromWord: 'no', to: 'yes' }
  const changed = say('planRule', { ...values, toWord: 'yes' })
  assert.equal(saidIn('ja', changed, t), 'フィールド a.b の必須: いいえ → はい(次回の公開から)')
  const named = say('planName', { what: 'model', name: 'm', from: '"none"', to: '"yes"' })
  assert.equal(saidIn('ja', named, t), 'モデル m の名前: "none" → "yes"')
})

test('what has no code is shown as it came, begun with a capital', () => {
  assert.equal(saidIn('ja', { message: 'is odd' }, t), 'Is odd')
  assert.equal(saidIn('en', say('notBoolean'), t), 'Must be true or false')
})
