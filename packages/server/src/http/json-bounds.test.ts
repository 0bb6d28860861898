import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { jsonFault, maxJsonDepth, maxJsonValues } from './json-bounds.ts'

const faultOf = (json: string) => jsonFault(Buffer.from(json))?.code

describe('bounds of JSON bodies', () => {
  it('are on the number of values', () => {
    const list = (length: number) => `[${Array(length).fill('1').join(',')}]`
    assert.equal(faultOf(list(maxJsonValues - 1)), undefined)
    assert.equal(faultOf(list(maxJsonValues)), 'bodyTooManyValues')
    assert.equal(faultOf('{},'.repeat(3_000_000)), 'bodyTooManyValues')
  })

  it('are on the depth', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    assert.equal(faultOf(nested(maxJsonDepth)), undefined)
    assert.equal(faultOf(nested(maxJsonDepth + 1)), 'bodyTooDeep')
    assert.equal(faultOf('{"a":'.repeat(100_000)), 'bodyTooDeep')
  })

  it('are not on what texts hold', () => {
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

  it('let all pass that has few values', () => {
    fc.assert(fc.property(fc.json(), (json) => assert.equal(faultOf(json), undefined)))
    fc.assert(fc.property(fc.string(), (text) => assert.equal(faultOf(text), undefined)))
  })
})
