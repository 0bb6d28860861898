import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toFullWidth, toHalfWidth } from './width.ts'

test('characters change their width', () => {
  assert.equal(toHalfWidth('２０２６年　Ａｂｃ！カ'), '2026年 Abc!カ')
  assert.equal(toFullWidth('2026年 Abc!'), '２０２６年　Ａｂｃ！')
  assert.equal(toFullWidth('ｶﾞｲﾄﾞ｡'), 'ガイド。')
  assert.equal(toHalfWidth('ガイド。漢字'), 'ガイド。漢字')
})

test('both directions are inverse for ASCII', () => {
  const ascii = String.fromCharCode(...Array.from({ length: 95 }, (_, at) => 0x20 + at))
  assert.equal(toHalfWidth(toFullWidth(ascii)), ascii)
})
