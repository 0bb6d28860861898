/** Long flexible texts are parsed outside of the transaction and of the serving thread. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Refusal } from '@octavo/schema/errors.ts'
import { defaultTextPolicy, parseFlexible } from '../text/flexible.ts'
import {
  unboundedParser,
  type TextJob,
  type TextParser,
  type TextResult,
} from '../text/text-parser.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { contextOf, withRoot } from '../testing/transfer-factory.ts'
import { createItem, patchItem, type CreateRequest, type WriteContext } from './write.ts'

const limits = { maxCharacters: 20_000, charactersHere: 1_000 }

/** A parser that records its jobs. */
function recordingParser(resultOf?: (job: TextJob) => TextResult) {
  const recorded: TextJob[] = []
  const parser: TextParser = {
    limits,
    async parse(owner, jobs) {
      recorded.push(...jobs)
      return resultOf ? jobs.map(resultOf) : unboundedParser.parse(owner, jobs)
    },
  }
  return { parser, recorded }
}

const request = (fields: object, rest: object = {}): CreateRequest => ({
  rootId: 1,
  spaceId: 1,
  actor: 'key:1',
  model: 'article',
  stage: 'draft',
  textFormat: 'markdown',
  allowsMultiselect: true,
  body: { fields: { title: 'Sea', ...fields }, ...rest },
})

const textOf = (length: number, word = '*sea* ') => word.repeat(length).slice(0, length)

async function problemsOf(work: Promise<unknown>): Promise<[string, string | undefined][]> {
  const error = await work.then(
    () => assert.fail('was not refused'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof Refusal)
  return error.problems.map(({ path, code }) => [path, code])
}

onBothDatabases('long texts', (fresh) => {
  async function start(parser: TextParser): Promise<WriteContext> {
    const { store } = await withRoot(fresh)
    return { ...contextOf(store), texts: parser }
  }

  it('are parsed in the pool, apart from a bounded number of characters per request', async () => {
    const { parser, recorded } = recordingParser()
    const context = await start(parser)
    const texts = [300, 800, 5_000, 600].map((length, index) => textOf(length, `a${index} *b* `))
    const [first = '', second = '', third = '', fourth = ''] = texts
    await createItem(context, request({ body: first }))
    assert.deepEqual(recorded, [])
    await createItem(context, request({ body: second }, { 'fields[ja]': { body: fourth } }))
    const id = await createItem(
      context,
      request({ body: third }, { 'fields[ja]': { body: first } }),
    )
    assert.deepEqual(
      recorded.map(({ source }) => source),
      [fourth, third],
    )
    const [item] = await context.store.read((tx) => tx.items.load([id]))
    const stored = item?.languages.get(1)?.draft?.values['204']
    const { html: _, ...formats } = parseFlexible(third, 'markdown', defaultTextPolicy)
    assert.deepEqual(stored, formats)
  })

  it('hold no lock while they are parsed', async () => {
    let inner = 0
    const context: WriteContext = await start({
      limits,
      async parse(owner, jobs) {
        inner = await createItem(context, request({}))
        return unboundedParser.parse(owner, jobs)
      },
    })
    const id = await createItem(context, request({ body: textOf(5_000) }))
    assert.ok(inner > 0 && id > inner)
    await patchItem(context, { ...request({ body: textOf(6_000) }), id })
  })

  it('are not parsed for a repeated request, or for one with too many problems', async () => {
    const { parser, recorded } = recordingParser()
    const context = await start(parser)
    const idempotency = { keyId: 1, name: 'a', requestDigest: 'x' }
    const body = textOf(5_000)
    const id = await createItem(context, { ...request({ body }), idempotency })
    assert.equal(await createItem(context, { ...request({ body }), idempotency }), id)
    assert.equal(recorded.length, 1)
    const unknown = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`f${at}`, 1]))
    await assert.rejects(createItem(context, request({ body: textOf(7_000), ...unknown })), Refusal)
    assert.equal(recorded.length, 1)
  })

  it('are rejected with the path of their field, together with all other problems', async () => {
    const { parser } = recordingParser(() => 'too complex')
    const context = await start(parser)
    assert.deepEqual(
      await problemsOf(createItem(context, request({ body: textOf(5_000), featured: 7 }))),
      [
        ['fields.body', 'textTooComplex'],
        ['fields.featured', 'notBoolean'],
      ],
    )
    assert.deepEqual(await context.store.read((tx) => tx.items.count({ rootId: 1 })), 0)
  })

  it('have a total limit per request, which is checked before they are parsed', async () => {
    const { parser, recorded } = recordingParser()
    const context = await start(parser)
    const body = textOf(11_000)
    const both = request({ body }, { 'fields[ja]': { body } })
    assert.deepEqual(await problemsOf(createItem(context, both)), [
      ['fields[ja].body', 'textsTooLong'],
    ])
    assert.deepEqual(recorded, [])
    const mixed = request({ lead: 'x'.repeat(11_000), body })
    assert.deepEqual(await problemsOf(createItem(context, mixed)), [
      ['fields.body', 'textsTooLong'],
    ])
    const plain = request({ title: 'x'.repeat(11_000), lead: 'x'.repeat(11_000) })
    assert.deepEqual(await problemsOf(createItem(context, plain)), [
      ['fields.lead', 'textsTooLong'],
    ])
    assert.deepEqual(recorded, [])
    const id = await createItem(context, request({ body }))
    const patch = { ...request({}), id, body: { 'fields[ja]': { body } } }
    assert.equal(await patchItem(context, patch), id)
  })
})
