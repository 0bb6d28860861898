/** Commands whose stdout or stderr cannot be written. */
import assert from 'node:assert/strict'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { octavo } from '../testing/octavo.ts'
import { printedBy } from '../testing/run-here.ts'

const folder = await mkdtemp(join(tmpdir(), 'octavo-terminal-'))
const full = await open('/dev/full', 'w')
after(async () => {
  await full.close()
  await rm(folder, { recursive: true, force: true })
})

it('reports in one line that the disk of stdout is full', async () => {
  const { code, stderr } = await octavo(['--help'], { stdout: full.fd })
  assert.deepEqual(
    { code, stderr },
    { code: 1, stderr: 'octavo: the disk is full. Free some space and try again.\n' },
  )
})

it('continues if stderr cannot be written', async () => {
  const data = ['--data', join(folder, 'data')]
  const schema = join(folder, 'schema.json')
  const fields = [{ luid: 'name', type: 'text' }]
  await writeFile(schema, JSON.stringify({ languages: ['en'], models: [{ luid: 'note', fields }] }))
  await printedBy(['schema', 'apply', schema, ...data])
  const lines = join(folder, 'lines.ndjson')
  const good = JSON.stringify({ model: 'note', published: true, fields: { name: 'Good' } })
  // Enough invalid lines for several batches, with one message each.
  await writeFile(lines, `${'bad\n'.repeat(1_000)}${good}\n`)
  const { code } = await octavo(['content', 'import', lines, '--continue', ...data], {
    stderr: full.fd,
  })
  assert.equal(code, 1)
  assert.match(await printedBy(['content', 'export', ...data]), /"name":"Good"/)
})
