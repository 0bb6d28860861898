import assert from 'node:assert/strict'
import { it } from 'node:test'
import { byMatch } from './match-rank.ts'

it('orders titles by match: equal, start, start of a word, inside', () => {
  const titles = ['Basalt', 'Sea salt', 'Salted', 'SALT', 'Pepper', 'Salt, twice', 'Ice (salt)']
  assert.deepEqual(
    byMatch(titles, 'salt ', (title) => title),
    ['SALT', 'Salted', 'Salt, twice', 'Sea salt', 'Ice (salt)', 'Basalt', 'Pepper'],
  )
})

it('folds width and case, and finds a later word that starts with the text', () => {
  const titles = ['塩分ｶﾞｲﾄﾞ', 'Cobalt alt', 'ガイド', 'Ｃｏｂａｌｔ']
  const by = (text: string) => byMatch(titles, text, (title) => title)
  assert.deepEqual(by('ｶﾞｲﾄﾞ').slice(0, 2), ['ガイド', '塩分ｶﾞｲﾄﾞ'])
  assert.deepEqual(by('cobalt').slice(0, 2), ['Ｃｏｂａｌｔ', 'Cobalt alt'])
  assert.deepEqual(by('alt').slice(0, 2), ['Cobalt alt', 'Ｃｏｂａｌｔ'])
})
