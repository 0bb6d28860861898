import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { variantFolder } from './variant-folder.ts'

let parent = ''
before(async () => {
  parent = await mkdtemp(join(tmpdir(), 'octavo-variants-'))
})
after(() => rm(parent, { recursive: true, force: true }))

const nameOf = (number: number): string => hash('sha256', String(number))

async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile())
  const sizes = await Promise.all(files.map((entry) => stat(join(entry.parentPath, entry.name))))
  return sizes.reduce((sum, { size }) => sum + size, 0)
}

it('stays within its limit and evicts the least recently used', async () => {
  const folder = join(parent, 'bound')
  let time = Date.UTC(2026, 0, 1)
  const variants = variantFolder({ folder, maxBytes: 100_000, processes: 1, now: () => time })
  for (let number = 0; number < 300; number++) {
    time += 60 * 60 * 1000
    await variants.write(nameOf(number), Buffer.alloc(1000, number))
    // The first one is used in every round.
    assert.ok(await variants.read(nameOf(0)), `after ${number}`)
    assert.ok((await sizeOf(folder)) <= 100_000)
  }
  assert.deepEqual(await variants.read(nameOf(299)), Buffer.alloc(1000, 299))
  assert.equal(await variants.read(nameOf(1)), undefined)
})

it('stays within its limit when several processes write', async () => {
  const folder = join(parent, 'shared')
  const options = { folder, maxBytes: 200_000, processes: 4, now: Date.now }
  const processes = Array.from({ length: 4 }, () => variantFolder(options))
  for (let number = 0; number < 200; number++) {
    await Promise.all(
      processes.map((variants, index) =>
        variants.write(nameOf(number * 4 + index), Buffer.alloc(1000)),
      ),
    )
    if (number % 10 === 0) assert.ok((await sizeOf(folder)) <= 200_000)
  }
})

it('does not store a file that would evict everything else', async () => {
  const folder = join(parent, 'large')
  const variants = variantFolder({ folder, maxBytes: 10_000, processes: 1, now: Date.now })
  await variants.write(nameOf(1), Buffer.alloc(100))
  await variants.write(nameOf(2), Buffer.alloc(9000))
  assert.ok(await variants.read(nameOf(1)))
  assert.equal(await variants.read(nameOf(2)), undefined)
})

it('removes unfinished files of a process that died', async () => {
  const folder = join(parent, 'left')
  const options = { folder, maxBytes: 10_000, processes: 1, now: Date.now }
  await variantFolder(options).write(nameOf(1), Buffer.alloc(10))
  const inner = join(folder, nameOf(1).slice(0, 2))
  // An earlier process with the same id.
  await writeFile(join(inner, `${nameOf(1)}.${await ownHost()}.${process.pid}.x`), 'half')
  await variantFolder(options).write(nameOf(1), Buffer.alloc(10))
  assert.deepEqual(await readdir(inner), [nameOf(1)])
})

async function ownHost(): Promise<string> {
  const { writerName } = await import('../unfinished-files.ts')
  return writerName().split('.')[0] ?? ''
}
