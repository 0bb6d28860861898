import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { sharp } from '../media/images.ts'
import { openStore } from '../store/open-store.ts'
import { octavoHere, type Outcome } from '../testing/run-here.ts'

describe('octavo media', () => {
  let place = ''
  let data = ''
  let files = ''
  let picture: Buffer
  before(async () => {
    place = await mkdtemp(join(tmpdir(), 'octavo-cli-media-'))
    data = join(place, 'data')
    files = join(place, 'files')
    await mkdir(join(files, 'inner', 'deeper'), { recursive: true })
    picture = await sharp({ create: { width: 8, height: 6, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
    await writeFile(join(files, 'sea-and_hills.png'), picture)
    await writeFile(join(files, 'inner', 'notes.txt'), 'notes')
    await writeFile(join(files, 'inner', 'deeper', 'notes.txt'), 'other notes')
    await writeFile(join(files, '.hidden'), 'hidden')
    await writeFile(join(files, 'broken.gif'), 'GIF89a rubbish')
    await writeFile(join(files, 'empty.txt'), '')
    await symlink('/etc/passwd', join(files, 'link.txt'))
  })
  after(() => rm(place, { recursive: true, force: true }))

  const run = (...args: string[]): Promise<Outcome> =>
    octavoHere(['media', ...args, '--data', data])

  it('imports a folder, reports invalid files, and continues', async () => {
    const { code, stdout, stderr } = await run('import', files, '--alt-from-name')
    assert.equal(code, 1)
    const lines = stdout.trim().split('\n')
    assert.deepEqual(lines, [
      `1\t${join('inner', 'deeper', 'notes.txt')}`,
      `2\t${join('inner', 'notes.txt')}`,
      '3\tsea-and_hills.png',
    ])
    assert.match(stderr, /broken\.gif: starts like an image/)
    assert.match(stderr, /empty\.txt: is empty/)
    assert.match(stderr, /Imported 3 files, 0 existed already/)
    assert.match(stderr, /rejected 2 files/)
    assert.doesNotMatch(stderr, /hidden|link/)
  })

  it('sets and removes alternative texts', async () => {
    assert.equal((await run('alt', '1', 'Notes about the sea')).code, 0)
    const altOf = async (): Promise<string | undefined> => {
      const store = await openStore({ dataFolder: data, database: undefined })
      const [media] = await store.read((tx) => tx.media.load([1]))
      await store.close()
      return media?.alts.values().next().value
    }
    assert.equal(await altOf(), 'Notes about the sea')
    assert.match((await run('alt', '1', 'x', '--lang', 'xx')).stderr, /unknown language "xx"/)
    assert.match((await run('alt', '99', 'x')).stderr, /99/)
    assert.equal((await run('alt', '1', '')).code, 0)
    assert.equal(await altOf(), undefined)
  })

  it('does not import a file twice', async () => {
    const { stdout, stderr } = await run('import', files)
    assert.equal(stdout.split('\n').length - 1, 3)
    assert.match(stderr, /Imported 0 files, 3 existed already/)
    await writeFile(join(files, 'new.txt'), 'new')
    const again = await run('import', files)
    assert.match(again.stdout, /^4\tnew\.txt$/m)
    assert.match(again.stderr, /Imported 1 file, 3 existed already/)
  })

  it('replaces a file', async () => {
    const path = join(place, 'better.txt')
    await writeFile(path, 'better notes')
    assert.equal((await run('replace', '4', path)).code, 0)
    assert.match(
      (await run('list')).stdout,
      /^4\t_parent\tcurrent\tapplication\/octet-stream\t12\tbetter-\w{6}\.txt$/m,
    )
    assert.match((await run('replace', '99', path)).stderr, /media/)
    assert.match((await run('replace', '4', join(place, 'none.txt'))).stderr, /none\.txt/)
  })

  it('skips a file whose name is not valid UTF-8', async () => {
    const folder = join(place, 'named')
    await mkdir(folder)
    await writeFile(join(folder, 'good.txt'), 'good')
    const bytes = Buffer.concat([Buffer.from(join(folder, 'caf')), Buffer.of(0xe9)])
    await writeFile(bytes, 'in Latin-1')
    const { code, stdout, stderr } = await run('import', folder)
    assert.equal(code, 1)
    assert.match(stdout, /^5\tgood\.txt$/m)
    assert.match(stderr, /^caf\uFFFD: ENOENT/m)
    assert.match(stderr, /rejected 1 file\b/)
  })

  it('lists, archives, deletes and restores', async () => {
    const stateOf = async (id: number): Promise<string | undefined> => {
      const { stdout } = await run('list')
      return stdout.split('\n').find((line) => line.startsWith(`${id}\t`))
    }
    const line = ['image/png', picture.length, 'sea-and_hills.png'].join('\t')
    assert.equal(await stateOf(3), `3\t_parent\tcurrent\t${line}`)
    assert.match((await run('archive', '3', '1')).stderr, /Archived 2 media items/)
    assert.equal(await stateOf(3), `3\t_parent\tarchived\t${line}`)
    assert.match((await run('delete', '2', '3')).stderr, /trash: 2 media items/)
    assert.equal(await stateOf(3), `3\t_parent\ttrash\t${line}`)
    await run('restore', '3')
    assert.match((await run('restore', '3')).stderr, /Restored 1 media item\./)
    assert.equal(await stateOf(3), `3\t_parent\tcurrent\t${line}`)
  })

  it('does not restore a file that exceeds the quota', async () => {
    await run('delete', '3')
    await octavoHere(['quota', 'set', '--media-bytes', '1', '--data', data])
    const refused = await run('restore', '3')
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /this space has reached its quota of 1 bytes of media: it has \d+/)
    await octavoHere(['quota', 'set', '--media-bytes', 'none', '--data', data])
    assert.equal((await run('restore', '3')).code, 0)
  })

  it('rejects invalid arguments', async () => {
    const rows: [args: string[], code: number, words: RegExp][] = [
      [['import', join(place, 'nowhere')], 1, /nowhere/],
      [
        ['import', join(files, 'new.txt')],
        1,
        /new\.txt is not a folder\. Give the path of a folder\./,
      ],
      [['import', files, '--space', 'nowhere'], 1, /unknown space "nowhere"/],
      [['archive', '99'], 1, /no media item 99/],
      [['archive', 'x'], 2, /not an id/],
      [['restore', '3'], 1, /neither archived nor in the trash/],
    ]
    for (const [args, code, words] of rows) {
      const outcome = await run(...args)
      assert.equal(outcome.code, code, args.join(' '))
      assert.match(outcome.stderr, words)
    }
  })
})
