import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openFileLimit } from './open-files.ts'

it('reads the limit of open files', () => {
  const limits = [
    'Limit                     Soft Limit           Hard Limit           Units     ',
    'Max processes             127212               127212               processes ',
    'Max open files            200                  20000                files     ',
  ].join('\n')
  assert.equal(
    openFileLimit(() => limits),
    200,
  )
})

it('uses the default if the system does not report a limit', () => {
  assert.equal(
    openFileLimit(() => ''),
    4096,
  )
  assert.ok(openFileLimit() > 0)
})
