import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { AdminError } from '@octavo/schema/admin/errors.ts'
import { startApp } from '../testing/app-factory.ts'
import { onBothDatabases } from '../testing/stores.ts'
import { ownerOf } from '../testing/studio-caller.ts'
import { writeRoot } from '../testing/write-root.ts'

const message =
  'the models come from octavo.config.ts: change them there, then run octavo schema apply'

onBothDatabases('models from a configuration file', (fresh) => {
  for (const root of [undefined, writeRoot.luid, 'another']) {
    const isFixed = root !== 'another'
    it(`for ${root ?? 'the only root space'} are ${isFixed ? 'not ' : ''}changed through Studio`, async (t) => {
      const modelsFile = { name: 'octavo.config.ts', root }
      const { testApp, end } = await startApp((await fresh()).store, { modelsFile })
      t.after(end)
      await testApp.applyTestSchema(writeRoot)
      const owner = await ownerOf(testApp)
      const { json } = await owner.call('bootstrap')
      assert.ok(json.state === 'ready')
      assert.equal(json.modelsFile, isFixed ? 'octavo.config.ts' : null)
      const params = { root: writeRoot.luid }
      const { schema, version } = (await owner.call('readSchema', { params })).json
      const changed = { ...schema, languages: [...schema.languages, 'fr'] }
      const body = { schema: changed, isPrune: true }
      const preview = await owner.call('previewSchema', { params, body })
      const said = preview.json.problems.map((problem) => problem.message)
      assert.deepEqual(said, isFixed ? [message] : [])
      const applied = await owner.call('applySchema', {
        params,
        body: { ...body, isConfirmed: false, expectedVersion: version },
      })
      assert.equal(applied.status, isFixed ? 400 : 200)
      const { problems = [] } = applied.json as Partial<AdminError>
      assert.deepEqual(
        problems.map((problem) => problem.message),
        said,
      )
    })
  }
})
