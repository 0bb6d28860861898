import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { jsonFault, maxJsonDepth, maxJsonValues } from './json-bounds.ts'

const faultOf = (json: string) => jsonFault(Buffer.from(json))?.code

describe('limits of JSON bodies', () => {
  it('rejects too many values', () => {
    const list = (length: number) => `[${Array(length).fill('1').join(',')}]`
    assert.equal(faultOf(list(maxJsonValues - 1)), undefined)
    assert.equal(faultOf(list(maxJsonValues)), 'bodyTooManyValues')
    assert.equal(faultOf('{},'.repeat(3_000_000)), 'bodyTooManyValues')
  })

  it('rejects values that nest too deep', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    assert.equal(faultOf(nested(maxJsonDepth)), undefined)
    assert.equal(faultOf(nested(maxJsonDepth + 1)), 'bodyTooDeep')
    assert.equal(faultOf('{"a":'.repeat(100_000)), 'bodyTooDeep')
  })

  it('ignores the content of strings', () => {
    const hostile = ['[', '{', ',', '"', '\\', '\\"', '\\\\', '}', ']', 'a', '日', '\u2028']
    const text = fc.string({ unit: fc.constantFrom(...hostile), maxLength: 400 })
    fc.assert(
      fc.property(fc.array(text, { maxLength: 20 }), (texts) => {
        assert.equal(faultOf(JSON.stringify([{ texts }, texts])), undefined)
        const list = JSON.stringify(texts.map((one) => one.repeat(300)))
        assert.equal(faultOf(list), undefined)
      }),
    )
    assert.equal(faultOf(JSON.stringify(','.repeat(1_000_000))), undefined)
  })

  it('accepts any text with few values', () => {
    fc.assert(fc.property(fc.json(), (json) => assert.equal(faultOf(json), undefined)))
    fc.assert(fc.property(fc.string(), (text) => assert.equal(faultOf(text), undefined)))
  })
})
