import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { tagsOfChange, type Dependencies } from '../changes/tags.ts'
import { runs } from '../testing/runs.ts'
import { surrogateHeaders } from './surrogate.ts'

const ids = (max: number) =>
  fc.integer({ min: 0, max }).map((count) => Array.from({ length: count }, (_, n) => 1000 + n))

const dependencies: fc.Arbitrary<Dependencies> = fc.record({
  rootId: fc.constant(1),
  scopes: fc.constantFrom([22], [24, 22]),
  memberModels: ids(900),
  items: ids(3000).map((list) => new Map(list.map((id) => [id, 5000 + (id % 7)]))),
  others: ids(3000).map((list) => list.map((id) => id + 100_000)),
  media: ids(2000).map((list) => list.map((id) => id + 200_000)),
  shownIds: fc.constant([]),
  otherMedia: ids(20).map((list) => list.map((id) => id + 300_000)),
})

const change = {
  at: 0,
  seq: 1,
  rootId: 1,
  actor: '',
  action: '',
  modelId: null,
  scopes: [],
  spaceId: null,
  events: [],
  batch: 0,
  address: null,
}

it('limits tags to the size of a header, and covers every change of the content', () => {
  fc.assert(
    fc.property(dependencies, (response) => {
      const text = surrogateHeaders(response, 7, 1000, true)['surrogate-key'] ?? ''
      assert.ok(text.length <= 6000)
      const tags = new Set(text.split(' '))
      const isTouched = (made: Parameters<typeof tagsOfChange>[0]): boolean =>
        tagsOfChange(made).some((tag) => tags.has(tag))
      for (const scope of response.scopes) {
        const item = { ...change, kind: 'item' as const, scopes: [scope] }
        for (const [subjectId, modelId] of response.items)
          assert.ok(isTouched({ ...item, subjectId, modelId }))
        for (const subjectId of response.others)
          assert.ok(isTouched({ ...item, subjectId, modelId: 9 }))
        for (const modelId of response.memberModels)
          assert.ok(isTouched({ ...item, subjectId: 3, modelId }))
      }
      for (const subjectId of [...response.media, ...response.otherMedia]) {
        assert.ok(isTouched({ ...change, kind: 'media', subjectId }))
      }
      assert.ok(isTouched({ ...change, kind: 'schema', subjectId: 1 }))
      assert.ok(
        isTouched({ ...change, kind: 'schema', subjectId: 1, rootId: 9, action: 'restore' }),
      )
      assert.ok(isTouched({ ...change, kind: 'key', subjectId: 7 }))
      assert.ok(!isTouched({ ...change, kind: 'key', subjectId: 8 }))
      assert.ok(
        !isTouched({ ...change, kind: 'item', subjectId: 1000, modelId: 1000, scopes: [23, 25] }),
      )
    }),
    runs(50),
  )
})
