import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { openStore } from '../open-store.ts'

const holder = `
  import { openStore } from ${JSON.stringify(import.meta.resolve('../open-store.ts'))}
  const store = await openStore({ dataFolder: process.argv[1], database: undefined })
  const lease = store.openLease('work', performance)
  const { isHeld } = await lease.take()
  process.stdout.write(String(isHeld))
  // Keeps a reference to the lease: otherwise the garbage collector would close its file.
  setInterval(() => lease.isHeld(), 1e9)
`

it('a lease on SQLite is free as soon as its holder is killed', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'octavo-test-'))
  const store = await openStore({ dataFolder, database: undefined })
  const child = spawn(process.execPath, ['--input-type=module', '-e', holder, dataFolder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  assert.equal(String((await once(child.stdout, 'data'))[0]), 'true')
  const lease = store.openLease('work', performance)
  assert.equal((await lease.take()).isHeld, false)
  child.kill('SIGKILL')
  await once(child, 'exit')
  assert.equal((await lease.take()).isHeld, true)
  await lease.release()
  await store.close()
  await rm(dataFolder, { recursive: true })
})
