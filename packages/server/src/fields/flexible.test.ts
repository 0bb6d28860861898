import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TextInputFormat } from '@octavo/schema/field-types.ts'
import { indexSchema } from '@octavo/schema/schema.ts'
import { writingFor } from '../testing/field-arbitraries.ts'
import { sampleField, sampleRoot } from '../testing/sample-root.ts'
import { defaultTextPolicy, parseFlexible } from '../text/flexible.ts'
import { flexible } from './flexible.ts'

const schema = indexSchema(sampleRoot)
const field = sampleField('flexible', 1, 'body')

function write(input: string, textFormat: TextInputFormat = 'portable_html') {
  const writing = writingFor(schema, {
    parseText: (source) => parseFlexible(source, textFormat, defaultTextPolicy),
    acceptsText: () => true,
  })
  return { stored: flexible.written(input, field, 'body', writing), problems: writing.problems }
}

for (const input of ['<p></p>', '<p> </p>', '<p><br></p>', '<p>&nbsp;</p>', '<script>x</script>']) {
  test(`${input} is empty`, () =>
    assert.deepEqual(write(input), { stored: undefined, problems: [] }))
}

for (const input of ['<p>a</p>', '<hr>', '<img src="https://example.com/a.png" alt="">']) {
  test(`${input} is not empty`, () => assert.notEqual(write(input).stored, undefined))
}

test('stores html only if it differs from portable_html', () => {
  assert.deepEqual(write('<p>a</p>').stored, {
    portable_html: '<p>a</p>',
    text: 'a',
    markdown: 'a',
  })
  const callout = '<div data-service-ftelm="callout"><p>a</p></div>'
  assert.equal(write(callout).stored?.portable_html, callout)
  assert.equal(write(callout).stored?.html, '<div><p>a</p></div>')
})

test('accepts the format that the request names', () => {
  assert.equal(write('**a**', 'markdown').stored?.portable_html, '<p><strong>a</strong></p>')
})

test('renders each format as JSON text', () => {
  assert.deepEqual(flexible.rendered(write('<p>a "b"</p>').stored, field, schema), {
    kind: 'formats',
    portable_html: '"<p>a \\"b\\"</p>"',
    html: '"<p>a \\"b\\"</p>"',
    text: '"a \\"b\\""',
    markdown: '"a \\"b\\""',
  })
})

test('rejects markup that becomes too long when it is repaired', () => {
  const [problem] = write('&'.repeat(400_000)).problems
  assert.match(problem ?? '', /^body: must be at most 1000000 characters/)
})
