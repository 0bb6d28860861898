/** Folders, tags, focal points and GPS data by command. */
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { folderStorage } from '../media/folder-storage.ts'
import { sharp } from '../media/images.ts'
import { openStore } from '../store/open-store.ts'
import type { MediaRecord } from '../store/records.ts'
import { octavoHere, type Outcome } from '../testing/run-here.ts'

describe('octavo media', () => {
  let place = ''
  let data = ''
  let files = ''
  before(async () => {
    place = await mkdtemp(join(tmpdir(), 'octavo-cli-labels-'))
    data = join(place, 'data')
    files = join(place, 'files')
    await mkdir(join(files, 'inner'), { recursive: true })
    await writeFile(join(files, 'hours.txt'), 'hours')
    const photo = sharp({ create: { width: 8, height: 6, channels: 3, background: 'teal' } })
      .withExif({ IFD0: { Artist: 'Hana' }, IFD3: { GPSLatitudeRef: 'N', GPSMapDatum: 'Tokyo' } })
      .jpeg()
    await writeFile(join(files, 'inner', 'photo.jpg'), await photo.toBuffer())
  })
  after(() => rm(place, { recursive: true, force: true }))

  const run = (...args: string[]): Promise<Outcome> => octavoHere([...args, '--data', data])

  const media = async (): Promise<MediaRecord[]> => {
    const store = await openStore({ dataFolder: data, database: undefined })
    const found = await store.read((tx) => tx.media.after(1, 0, 100))
    await store.close()
    return found
  }
  const labels = async () => (await media()).map(({ id, folder, tags }) => [id, folder, tags])

  it('imports into a folder, with tags', async () => {
    const args = [
      'media',
      'import',
      files,
      '--folder',
      ' press / 2026/',
      '--tags',
      'sea,harbour,sea',
    ]
    assert.equal((await run(...args)).code, 0)
    assert.deepEqual(await labels(), [
      [1, 'press/2026', ['harbour', 'sea']],
      [2, 'press/2026/inner', ['harbour', 'sea']],
    ])
  })

  it('moves files, adds and removes tags', async () => {
    assert.match((await run('media', 'move', '1', '2', '--folder', 'b')).stderr, /^Moved 2 media/)
    await run('media', 'move', '1', '--folder', '/')
    const tagged = await run('media', 'tag', '1', '2', '--add', '海, new', '--remove', 'sea,none')
    assert.match(tagged.stderr, /^Changed 2 media items/)
    assert.deepEqual(await labels(), [
      [1, '', ['harbour', 'new', '海']],
      [2, 'b', ['harbour', 'new', '海']],
    ])
  })

  it('sets and removes a focal point', async () => {
    const focusOf = async () => (await media()).map(({ focus }) => focus)
    assert.match((await run('media', 'focus', '2', '0.25', '1')).stderr, /^Set the focal point/)
    assert.deepEqual(await focusOf(), [null, { x: 0.25, y: 1 }])
    assert.match((await run('media', 'focus', '2')).stderr, /^Removed the focal point/)
    assert.deepEqual(await focusOf(), [null, null])
  })

  it('rejects invalid values, and then changes nothing', async () => {
    const unchanged = await media()
    const rows: [args: string[], code: number, words: RegExp][] = [
      [['focus', '2', '0.5'], 2, /Y must be a number from 0 to 1/],
      [['focus', '2', '1.5', '0'], 2, /X must be a number from 0 to 1, not "1\.5"/],
      [['focus', '1', '0', '0'], 1, /image/],
      [['move', '1', '2'], 2, /--folder/],
      [['move', '1', '--folder', 'a//b'], 2, /--folder must be/],
      [['move', '1', '99', '--folder', 'a'], 1, /99/],
      [['tag', '1'], 2, /give --add or --remove/],
      [['tag', '1', '--add', 'x'.repeat(51)], 2, /--add must be/],
      [['tag', '99', '2', '--add', 'x'], 1, /99/],
    ]
    for (const [args, code, words] of rows) {
      const outcome = await run('media', ...args)
      assert.equal(outcome.code, code, `${args.join(' ')}: ${outcome.stderr}`)
      assert.match(outcome.stderr, words)
    }
    assert.deepEqual(await media(), unchanged)
  })

  it('removes GPS data, unless the schema file keeps it', async () => {
    const original = await readFile(join(files, 'inner', 'photo.jpg'))
    const storage = folderStorage(join(data, 'media'))
    const stored = async (): Promise<Buffer[]> => {
      const photos = (await media()).filter(({ type }) => type === 'image/jpeg')
      return Promise.all(photos.map(async ({ sha256 }) => buffer(await storage.read(sha256))))
    }
    const [clean] = await stored()
    assert.ok(original.includes('Tokyo') && !clean?.includes('Tokyo') && clean?.includes('Hana'))
    const again = await run('media', 'import', files)
    assert.match(again.stderr, /Imported 0 files, 2 existed already/)
    const schema = join(place, 'schema.json')
    const content = { languages: ['en'], models: [], settings: { keepsLocation: true } }
    await writeFile(schema, JSON.stringify(content))
    assert.equal((await run('schema', 'apply', schema)).code, 0)
    const kept = await run('media', 'import', files)
    assert.match(kept.stderr, /Imported 1 file, 1 existed already/)
    assert.deepEqual((await stored())[1], original)
  })
})
