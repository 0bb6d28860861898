/** Deploy hooks in the management API, and the reports of builds. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { exchange } from '../webhooks/exchange.ts'
import { testApps, type TestApp } from '../testing/app-factory.ts'
import { freshStudio, type StudioCaller } from '../testing/studio-caller.ts'

const site = { name: 'site', target: 'https://example.com/build', deploy: { preset: 'url' } }

testApps('deploy hooks in the management API', (freshApp) => {
  let app: TestApp
  let owner: StudioCaller

  before(async () => {
    ;({ app, owner } = await freshStudio(freshApp))
  })

  async function create(): Promise<{ id: number; path: string }> {
    const { status, json, text } = await owner.call('createWebhook', { body: site })
    assert.equal(status, 200, text)
    return { id: json.info.id, path: json.info.deploy?.statusPath ?? '' }
  }

  async function shown(id: number) {
    const { json } = await owner.call('listDeploys')
    return json.deploys.find((one) => one.id === id)
  }

  const requestedBuilds = async (): Promise<readonly number[]> =>
    (await exchange({ ...app.deps, wanted: () => 0 }, [])).built

  const report = async (path: string): Promise<{ status: number; json: unknown }> => {
    const response = await fetch(app.addresses.api + path, { method: 'POST', body: '{"a":1}' })
    return { status: response.status, json: await response.json() }
  }

  it('start a build on request, and show what it reports', async () => {
    const { id, path } = await create()
    assert.equal((await shown(id))?.state, 'none')
    const { json: started } = await owner.call('startDeploy', { params: { id } })
    assert.equal(started.state, 'requesting')
    assert.deepEqual(await requestedBuilds(), [id])
    await owner.call('startDeploy', { params: { id } })
    assert.deepEqual(await requestedBuilds(), [id])
    const build = (await shown(id))?.build ?? 0
    assert.ok(build > 1)
    assert.deepEqual(await report(`${path}/live?build=${build}`), {
      status: 200,
      json: { state: 'live', isLatest: true },
    })
    const live = await shown(id)
    assert.deepEqual([live?.state, live?.since], ['live', live?.liveAt])
    assert.deepEqual((await report(`${path}/failed?build=${build - 1}`)).json, {
      state: 'failed',
      isLatest: false,
    })
    assert.equal((await shown(id))?.state, 'live')
    await report(`${path}/failed`)
    const failed = await shown(id)
    assert.deepEqual([failed?.state, failed?.liveAt], ['failed', live?.liveAt])
    const { json: audit } = await owner.call('listAuditEntries', { query: { kind: 'webhook' } })
    assert.deepEqual(
      audit.deeds.map(({ action }) => action),
      ['build failed', 'build live', 'deploy', 'deploy', 'create'],
    )
  })

  it('accept reports only with a token, which changes with the secret', async () => {
    const { id, path } = await create()
    await owner.call('rotateWebhook', { params: { id } })
    const { json: rotated } = await owner.call('readWebhook', { params: { id } })
    assert.notEqual(rotated.deploy?.statusPath, path)
    for (const valid of [path, rotated.deploy?.statusPath]) {
      assert.equal((await report(`${valid}/building`)).status, 200)
    }
    const other = path.replace(/\d+(?=\.)/, String(id + 1_000))
    for (const wrong of [`${path}x/live`, `${other}/live`, `${path}/done`, '/v1/builds/1/live']) {
      assert.equal((await report(wrong)).status, 404, wrong)
    }
    assert.equal((await report(`${path}/live?build=x`)).status, 400)
    const read = await fetch(`${app.addresses.api}${path}/live`)
    assert.equal(read.status, 404)
  })

  it('reject settings that cannot work, and have no events to test or replay', async () => {
    const problems = async (body: object): Promise<unknown> => {
      const { status, json } = await owner.call('createWebhook', { body })
      assert.equal(status, 400)
      return (json as unknown as { problems: { path: string }[] }).problems.map(({ path }) => path)
    }
    assert.deepEqual(await problems({ ...site, deploy: {} }), ['deploy.preset'])
    assert.deepEqual(await problems({ name: 'a', target: 'https://example.com' }), ['events'])
    const github = { ...site, deploy: { preset: 'github' } }
    assert.deepEqual(await problems(github), ['target', 'headers'])
    const { id } = await create()
    const params = { id }
    for (const call of [
      owner.call('testWebhook', { params }),
      owner.call('replayWebhook', { params, body: {} }),
    ]) {
      assert.equal((await call).status, 400)
    }
    const body = { name: 'plain', target: 'https://example.com', events: ['item.published'] }
    const { json: plain } = await owner.call('createWebhook', { body })
    const ofPlain = { params: { id: plain.info.id } }
    assert.equal((await owner.call('startDeploy', ofPlain)).status, 404)
    const become = { ...ofPlain, body: { deploy: { preset: 'url' as const } } }
    assert.equal((await owner.call('changeWebhook', become)).status, 400)
    await owner.call('changeWebhook', { params, body: { isDisabled: true } })
    assert.equal((await owner.call('startDeploy', { params })).status, 400)
  })
})
