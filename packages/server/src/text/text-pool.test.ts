import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { Unavailable } from '@octavo/schema/errors.ts'
import fc from 'fast-check'
import { markupSoup, nestedMarkup } from '../testing/markup-arbitraries.ts'
import { runs } from '../testing/runs.ts'
import { defaultTextPolicy as policy, tooManyCells } from './flexible.ts'
import { parseJob, type TextJob } from './text-parser.ts'
import { createTextPool, defaultTextLimits, type TextPoolOptions } from './text-pool.ts'

const owner = { rootId: 1, actor: 'key:1' }
const formats = ['portable_html', 'markdown'] as const

const job = (source: string, format: TextJob['format'] = 'markdown'): TextJob => ({
  source,
  format,
  policy,
})
/** Takes seconds, far more than a budget of a few milliseconds. */
const slow = job('![['.repeat(300_000))
const quick = job('a *b*')

describe('texts in worker threads', () => {
  const pools: { close(): Promise<void> }[] = []
  after(() => Promise.all(pools.map((pool) => pool.close())))

  function poolOf(options: Partial<TextPoolOptions> = {}) {
    const pool = createTextPool({ ...defaultTextLimits, ...options })
    pools.push(pool)
    return pool
  }

  it('have the same results as in the main thread', async () => {
    const pool = poolOf()
    const source = fc.oneof(markupSoup, nestedMarkup, fc.string({ unit: 'binary' }))
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ source, format: fc.constantFrom(...formats) }), { maxLength: 5 }),
        async (sources) => {
          const jobs = sources.map((one) => ({ ...one, policy }))
          assert.deepEqual(await pool.parse(owner, jobs), jobs.map(parseJob))
        },
      ),
      runs(200),
    )
  })

  it('have the same results for 300 KB in both formats', async () => {
    const long = (part: string) => part.repeat(Math.ceil(300_000 / part.length))
    const jobs = [
      job(
        long(
          'The **sea** was [calm](https://example.com). 港は *静か* だった。\n\n- one\n- two\n\n',
        ),
      ),
      job(
        long('<p>The <b>sea</b> was calm. 港</p><div data-service-ftelm="callout">x</div>'),
        'portable_html',
      ),
    ]
    const results = await poolOf().parse(owner, jobs)
    assert.deepEqual(results, jobs.map(parseJob))
  })

  it('report tables with too many cells', async () => {
    const cells = job('<td>'.repeat(20_001), 'portable_html')
    const [first, second] = await poolOf().parse(owner, [cells, quick])
    assert.equal(first, tooManyCells)
    assert.deepEqual(second, parseJob(quick))
  })

  it('are stopped when they use up their CPU time, and the thread is replaced', async () => {
    const pool = poolOf({ cpuMs: 5, threads: 1 })
    assert.deepEqual(await pool.parse(owner, [slow, quick]), ['too complex', 'not read'])
    const generous = poolOf({ threads: 1 })
    assert.deepEqual(await generous.parse(owner, [quick]), [parseJob(quick)])
    // The terminated thread is replaced.
    for (let round = 0; round < 2; round++) {
      assert.deepEqual(await pool.parse(owner, [slow]), ['too complex'])
    }
  })

  it('do not affect other texts when the parser fails', async () => {
    const pool = poolOf({ threads: 1 })
    const broken = { source: '<iframe src=https://a.b>', format: 'portable_html', policy: {} }
    await assert.rejects(pool.parse(owner, [broken as TextJob]), TypeError)
    assert.deepEqual(await pool.parse(owner, [quick]), [parseJob(quick)])
  })

  it('wait in a bounded and fair queue', async () => {
    const pool = poolOf({ threads: 1 })
    const order: string[] = []
    const ask = (rootId: number, name: string, jobs = [quick]) =>
      pool.parse({ rootId, actor: 'key:1' }, jobs).then(() => order.push(name))
    const running = ask(1, 'first')
    const waiting = Array.from({ length: 100 }, (_, at) => ask(1, `waiting ${at}`))
    const large = Array.from({ length: 8 }, () => job('x'.repeat(1_000_000)))
    await assert.rejects(ask(1, 'too much', large), (error) => {
      assert.ok(error instanceof Unavailable && error.seconds > 0)
      return true
    })
    await Promise.all([running, ...waiting, ask(2, 'other root')])
    assert.equal(order.length, 102)
    assert.ok(order.indexOf('other root') <= 2, order.join(', '))
  })

  it('are rejected after the maximum time in the queue', async () => {
    const pool = poolOf({ threads: 1, waitMs: 1 })
    const running = pool.parse(owner, [slow])
    await assert.rejects(pool.parse(owner, [quick]), Unavailable)
    await pool.close()
    await assert.rejects(running)
  })
})
