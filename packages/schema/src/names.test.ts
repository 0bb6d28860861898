import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLanguageKey, isLuid } from './names.ts'

test('a LUID has lower-case letters, digits and underscores, but no leading underscore', () => {
  for (const luid of ['a', '0', 'meta_title', 'a_', 'constructor', 'x'.repeat(64)]) {
    assert.ok(isLuid(luid), luid)
  }
  for (const luid of ['', '_a', '_parent', 'A', 'a-b', 'a b', 'é', 'a\n', 'x'.repeat(65)]) {
    assert.ok(!isLuid(luid), luid)
  }
})

test('a language key looks like en, ja or zh-CN', () => {
  for (const key of ['en', 'ja', 'zh-CN', 'fil', 'zh-Hant-TW', 'es-419']) {
    assert.ok(isLanguageKey(key), key)
  }
  for (const key of [
    '',
    'e',
    'EN',
    'en_US',
    'en-',
    'en-\n',
    'abcd',
    `en${'-abcdefgh'.repeat(4)}`,
  ]) {
    assert.ok(!isLanguageKey(key), key)
  }
})
