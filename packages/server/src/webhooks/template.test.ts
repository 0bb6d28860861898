import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { indexSchema } from '@octavo/schema/schema.ts'
import { parseExactJson } from '../fields/exact-json.ts'
import { writeRoot } from '../testing/write-root.ts'
import { filledTemplate, templateProblems } from './template.ts'

const event = {
  type: 'item.unpublished',
  timestamp: '2026-11-18T00:00:00.000Z',
  sequence: 7,
  actor: 'user:1',
  data: { id: 3, lang: 'en', item: null, previous: { title: 'It\'s "q"', seo: { a: 1 } } },
}

describe('a template', () => {
  it('keeps the types of values, and inserts text into longer strings', () => {
    const template = {
      n: '{{sequence}}',
      text: 'No {{ sequence }}: {{content.title}}{{content.none}}',
      gone: '{{item}}',
      nested: ['{{content.seo.a}}', { all: '{{content.seo}}' }],
      same: 5,
      proto: '{{content.constructor}}',
    }
    assert.deepEqual(JSON.parse(filledTemplate(JSON.stringify(template), event)), {
      n: 7,
      text: 'No 7: It\'s "q"',
      gone: null,
      nested: [1, { all: { a: 1 } }],
      same: 5,
      proto: null,
    })
  })

  it('keeps all digits of whole numbers', () => {
    const data = parseExactJson('{"item": {"code": 12345678901234567890}}') as typeof event.data
    const template =
      '{"own": 9223372036854775808, "code": "{{content.code}}", "all": "{{item}}", "text": "no {{content.code}}"}'
    assert.equal(
      filledTemplate(template, { ...event, data }),
      '{"own":9223372036854775808,"code":12345678901234567890,"all":{"code":12345678901234567890},"text":"no 12345678901234567890"}',
    )
  })

  it('is parsed and filled in linear time', () => {
    const schema = indexSchema(writeRoot)
    const blanks = ' '.repeat(9_000)
    for (const text of [
      `{{${blanks}`,
      '{{ '.repeat(6_000),
      `{{${'data.'.repeat(3_900)}x}}`,
      `{{${blanks}x${blanks}}`,
    ]) {
      const template = JSON.stringify([text])
      assert.equal(templateProblems(template, schema, 'template').length, 1)
      filledTemplate(template, event)
    }
    assert.deepEqual(templateProblems(`["{{${blanks}id${blanks}}}"]`, schema, 'template'), [])
  })

  it('is checked when it is saved', () => {
    const problems = (template: string): (string | undefined)[] =>
      templateProblems(template, indexSchema(writeRoot), 'template').map(({ code }) => code)
    assert.deepEqual(problems('{"a":"{{content.title}} {{previous._id}} {{data.item.seo.x}}"}'), [])
    assert.deepEqual(problems('{"a":{{id}}}'), ['templateJson'])
    assert.deepEqual(problems('{"a":"{{id"}'), ['templateText'])
    assert.deepEqual(problems('{"a":"{{content.titel}} {{nothing}}"}'), [
      'templateName',
      'templateName',
    ])
    assert.deepEqual(problems('"x"'.padEnd(20_001)), ['tooLong'])
    assert.deepEqual(problems(''), ['templateJson'])
    assert.deepEqual(problems('['.repeat(9_900) + ']'.repeat(9_900)), ['bodyTooDeep'])
  })
})
