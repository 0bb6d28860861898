/** Only the user that runs Octavo can read the files that it writes. */
import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { endServers, startServer } from '../packages/server/src/testing/octavo.ts'
import { makeKey, octavoHere, printedBy } from '../packages/server/src/testing/run-here.ts'

const skip = process.platform === 'win32' && 'Windows has no modes'

describe('files', { skip }, () => {
  let place = ''
  before(async () => {
    place = await mkdtemp(join(tmpdir(), 'octavo-modes-'))
  })
  after(async () => {
    await endServers()
    await rm(place, { recursive: true, force: true })
  })

  const modeOf = async (path: string): Promise<string> =>
    ((await stat(path)).mode & 0o777).toString(8)

  /** All files in a folder that other users could read, with their modes. */
  async function openTo(folder: string): Promise<string[]> {
    const found: string[] = []
    for (const name of await readdir(folder, { recursive: true })) {
      const { mode } = await stat(join(folder, name))
      if ((mode & 0o077) !== 0) found.push(`${name} ${(mode & 0o777).toString(8)}`)
    }
    return found
  }

  it('of a server with workers are private, including media and variants', async () => {
    const data = join(place, 'parent', 'data')
    const server = await startServer(['--demo', '--workers', '2', '--data', data])
    assert.equal(await modeOf(data), '700')
    const names = await readdir(data)
    for (const name of ['octavo.db', 'octavo.db-wal', 'octavo.db-shm', 'media']) {
      assert.ok(names.includes(name), name)
    }
    const key = await makeKey({ reads: 'draft', writes: true }, ['--data', data])
    const body = new FormData()
    body.set('file', new Blob(['notes']), 'notes.txt')
    const headers = { 'X-SERVICE-API-KEY': key }
    const sent = await fetch(`${server.baseUrl}/media`, { method: 'POST', headers, body })
    assert.equal(sent.status, 200)
    const read = await fetch(`${server.baseUrl}/contents?model=place&select=picture`, { headers })
    const { data: items } = (await read.json()) as { data: { picture?: { url: string } }[] }
    const { url = '' } = items.find(({ picture }) => picture)?.picture ?? {}
    assert.equal((await fetch(`${url}?width=20`)).status, 200)
    assert.ok((await readdir(data)).includes('variants'))
    assert.deepEqual(await openTo(data), [])
    assert.equal(await server.end('SIGTERM'), 0)
    const backup = join(place, 'backup')
    await printedBy(['backup', backup, '--data', data])
    assert.equal(await modeOf(backup), '600')
  })

  it('of an older installation become private, and the mode of its folder stays', async () => {
    const data = join(place, 'older')
    await mkdir(data)
    await chmod(data, 0o755)
    await makeKey({ reads: 'published' }, ['--data', data])
    await chmod(join(data, 'octavo.db'), 0o644)
    await printedBy(['key', 'list', '--data', data])
    assert.equal(await modeOf(join(data, 'octavo.db')), '600')
    assert.equal(await modeOf(data), '755')

    const warned = await octavoHere(['doctor', '--data', data])
    assert.equal(warned.code, 0)
    assert.match(
      warned.stdout,
      /^Other users .* can read \S+older \(mode 755\)\. .*chmod 700 \S+older\.$/m,
    )
    await chmod(data, 0o700)
    const { code, stdout } = await octavoHere(['doctor', '--data', data])
    assert.deepEqual([code, stdout], [0, ''])
  })
})
