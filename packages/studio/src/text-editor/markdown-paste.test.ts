import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { looksLikeMarkdown } from './markdown-paste.ts'

describe('pasted Markdown', () => {
  const markdown = [
    '# Title',
    'Text\n\n## 見出し\n\nmore',
    '- one\n- two',
    '1. one\n2. two',
    '- [ ] task',
    '```ts\nlet a\n```',
    '> said',
    '| a | b |\n| - | - |\n| c | d |',
    'This is **bold**.',
    'See [the site](https://example.com/).',
  ]
  for (const text of markdown) {
    it(`is recognised in ${JSON.stringify(text)}`, () => assert.ok(looksLikeMarkdown(text)))
  }
  const plain = [
    '',
    'Plain words.\nTwo lines.',
    '- a dash in dialogue',
    '#hashtag',
    '3 * 4 * 5 = 60',
    '2 ** 3 and 4 ** 5',
    'a | b',
    'array[0](x)',
    '1. Only one',
    '日本語の文章です。',
  ]
  for (const text of plain) {
    it(`is not seen in ${JSON.stringify(text)}`, () => assert.ok(!looksLikeMarkdown(text)))
  }
})
