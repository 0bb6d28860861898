/** Checks the OpenAPI document of the management API against the server, for every route. */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { before, describe, it } from 'node:test'
import {
  adminPath,
  adminRoutes,
  type AdminRouteFacts,
  type AdminRouteName,
} from '@octavo/schema/admin-api.ts'
import type { ValidateFunction } from 'ajv/dist/2020.js'
import openapiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { ensureRoot } from '../../content/roots.ts'
import { testApps, type TestApp } from '../../testing/app-factory.ts'
import { compile } from '../../testing/compile.ts'
import { jsonSchemas, openapiCheck, type OpenapiCheck } from '../../testing/openapi-check.ts'
import { readEvents } from '../../testing/sse.ts'
import {
  ownerAccount,
  ownerOf,
  studioCaller,
  type StudioCaller,
} from '../../testing/studio-caller.ts'
import { writeRoot } from '../../testing/write-root.ts'
import { managementOpenapi } from './document.ts'
import { managementSchemas } from './json-schemas.ts'

const document = managementOpenapi({ webUrl: 'https://cms.example.com' })
const names = Object.keys(adminRoutes) as AdminRouteName[]
const { bodies } = managementSchemas()

describe('the document of the management API', () => {
  it('has every route exactly once', () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    const described = operations.map(({ operationId }) => operationId)
    assert.deepEqual(described.toSorted(), names.toSorted())
  })

  it('can be converted to types', async () => {
    const types = await openapiTypes(document as unknown as OpenAPI3, { silent: true })
    const use = `
import type { components, operations } from './types.ts'
export const list: operations['listMembers']['responses'][200]['content']['application/json'] = { members: [] }
// @ts-expect-error: there is no such role
export const role: components['schemas']['Member']['role'] = 'king'
`
    assert.equal(await compile({ 'types.ts': astToString(types), 'use.ts': use }), '')
  })
})

testApps('responses and the document of the management API', (freshApp) => {
  let app: TestApp
  let check: OpenapiCheck
  const ajv = jsonSchemas().addSchema(document, 'api')
  const validators = new Map<AdminRouteName, ValidateFunction>()

  before(async () => {
    app = await freshApp()
    await app.applyTestSchema(writeRoot)
    check = openapiCheck(document)
  })

  /** Checks requests and responses against the document. */
  function watched(caller: StudioCaller): StudioCaller['call'] {
    return async (name, options = {}) => {
      const response = await caller.call(name, options)
      const { method, path }: AdminRouteFacts = adminRoutes[name]
      check.check(method, path.replaceAll(/:(\w+)/g, '{$1}'), response)
      const { body } = options
      if (response.status !== 200 || body === undefined || body instanceof FormData) return response
      const validate = bodyValidatorOf(name)
      assert.ok(validate(body), `${name} takes ${ajv.errorsText(validate.errors)}`)
      return response
    }
  }

  function bodyValidatorOf(name: AdminRouteName): ValidateFunction {
    const body = bodies[name]
    assert.ok(body, `${name} takes no body`)
    const schema = JSON.parse(JSON.stringify(body).replaceAll('"#/', '"api#/')) as object
    const validate = validators.get(name) ?? ajv.compile(schema)
    validators.set(name, validate)
    return validate
  }

  const formOf = (text: string): FormData => {
    const form = new FormData()
    form.append('file', new Blob([text]), 'a.txt')
    return form
  }

  it('agree on accounts and members', async () => {
    const [ownerCaller, memberCaller] = [studioCaller(app), studioCaller(app)]
    const [owner, member] = [watched(ownerCaller), watched(memberCaller)]
    await owner('bootstrap')
    await owner('setUpOwner', { body: { ...ownerAccount, name: 'Owner' } })
    await member('bootstrap')
    await owner('bootstrap', { query: { root: 'main' } })
    const invite = {
      email: 'a@example.com',
      role: 'editor',
      spaces: [{ root: 'main', space: 'tokyo' }],
    }
    const { json: invited } = await owner('inviteMember', { body: invite })
    const { id } = invited.member
    const { json: renewed } = await owner('renewInvitation', { params: { id } })
    const { token } = renewed.invitation
    await member('readInvitation', { body: { token } })
    await member('acceptInvitation', { body: { token, password: 'correct horse', name: 'Ann' } })
    await member('changeProfile', { body: { name: 'Anna', preferences: { theme: 'dark' } } })
    await member('changePassword', { body: { current: 'correct horse', next: 'correct zebra' } })
    const again = watched(studioCaller(app))
    await again('signIn', { body: { email: 'a@example.com', password: 'correct zebra' } })
    const { json } = await again('listSessions')
    const other = json.sessions.find(({ isCurrent }) => !isCurrent)
    await again('endSession', { params: { id: other?.id ?? '' } })
    await again('endOtherSessions')
    await again('signOut')
    await owner('listMembers')
    await owner('changeMember', { params: { id }, body: { role: 'viewer', spaces: null } })
    await owner('removeMember', { params: { id } })
  })

  it('agree on content, media, definitions, keys and the audit log', async () => {
    const caller = studioCaller(app)
    const owner = watched(caller)
    await owner('signIn', { body: ownerAccount })
    const { json: media } = await owner('uploadMedia', {
      query: { space: '_parent' },
      body: formOf('x'),
    })
    const { json: author } = await owner('createItem', {
      body: { model: 'author', languages: { en: { fields: { name: 'Ada' } } }, requestId: 'one' },
    })
    const fields = { title: 'One', author: author.id, cover: media.id, tags: ['sea'] }
    const languages = { en: { fields }, ja: { fields: { title: '一' } } }
    const body = { model: 'article', space: '_parent', languages }
    const { json: item } = await owner('createItem', { body })
    const params = { id: item.id }
    const events = await readEvents(`${app.addresses.api}${adminPath}/roots/main/events`, {
      cookie: caller.cookie,
    })
    assert.equal((await events.next())?.event, 'ready')
    const version = item.languages[0]?.version ?? ''
    const save = { languages: { en: { fields: { lead: 'x' }, expected: version } } }
    await owner('saveItem', { params, body: save })
    const change = await events.next()
    const event = ajv.compile({ $ref: 'api#/components/schemas/ChangeEvent' })
    assert.ok(event(change?.data), ajv.errorsText(event.errors))
    events.stop()
    assert.equal((await owner('saveItem', { params, body: save })).status, 412)
    await owner('scheduleItem', { params, body: { publishAt: '2099-01-01T00:00:00Z' } })
    const moved = { language: 'en', action: 'publish', at: '2099-01-02T00:00:00Z' }
    await owner('moveSchedule', { params, body: moved })
    await owner('listSchedules', { query: { from: '2098-01-01T00:00:00Z' } })
    await owner('unscheduleItem', { params, query: { language: 'en' } })
    const release = { release: 'spring' }
    await owner('createRelease', { body: { luid: 'spring', name: 'Spring' } })
    await owner('changeRelease', { params: release, body: { name: 'Spring issue' } })
    const gathered = { ids: [item.id], action: 'publish', language: null }
    await owner('addToRelease', { params: release, body: gathered })
    await owner('listReleaseEntries', { params: release, query: { limit: '10' } })
    await owner('readReleaseItem', { params: { release: 'spring', id: item.id } })
    await owner('listItemReleases', { params })
    await owner('validateRelease', { params: release })
    const at = '2099-01-01T00:00:00Z'
    await owner('publishRelease', { params: release, body: { at } })
    await owner('unscheduleRelease', { params: release })
    await owner('publishRelease', { params: release, body: {} })
    await owner('undoRelease', { params: release })
    await owner('readRelease', { params: release })
    await owner('listReleases', { query: { state: 'open' } })
    await owner('duplicateRelease', { params: release, body: { luid: 'summer' } })
    const taken = { ids: [item.id], language: 'ja' }
    await owner('removeFromRelease', { params: { release: 'summer' }, body: taken })
    await owner('deleteRelease', { params: { release: 'summer' } })
    await owner('setReview', { params, body: { by: '2026-01-01' } })
    await owner('confirmTranslation', { params, body: { language: 'ja', expected: null } })
    await owner('listContents', { query: { state: 'review', review_by: '2026-01-01' } })
    const publishing = { action: 'publish', ids: [item.id] }
    const { json: published } = await owner('changeItems', { body: publishing })
    const undo = { id: item.id, languages: published.results[0]?.undo }
    await owner('undoItems', { body: { items: [undo, { id: 999_999, languages: { en: '0' } }] } })
    await owner('changeItem', { params, body: { action: 'publish', language: null } })
    await owner('readStart', { query: { review_by: '2026-01-01' } })
    const { json: copy } = await owner('duplicateItem', { params })
    await owner('changeItems', { body: { action: 'archive', ids: [copy.id, 999_999] } })
    const edit = { language: 'en', fields: { title: 'Two' }, expected: null }
    await owner('editItems', {
      body: {
        edits: [
          { id: params.id, ...edit },
          { id: 999_999, ...edit },
        ],
      },
    })
    await owner('listRevisions', { params, query: { language: 'en', limit: '1' } })
    const { json: history } = await owner('listRevisions', { params })
    const revision = history.revisions.at(-1)?.revision ?? 0
    await owner('readRevision', { params: { ...params, revision } })
    await owner('nameRevision', { params: { ...params, revision }, body: { name: 'First' } })
    await owner('revertItem', { params, body: { revision, fields: ['title'] } })
    await owner('eraseValues', { params: { id: copy.id }, body: { fields: ['lead'] } })
    await owner('readItem', { params })
    for (const query of [
      {},
      { model: 'article', columns: 'author,title,cover,tags', 'title[eq]': 'One' },
      { state: 'archived' },
    ] as const) {
      await owner('listContents', { query })
      await owner('listContentIds', { query })
    }
    await owner('listReferrers', { params: { id: author.id }, query: { limit: '10' } })
    await owner('findReferrers', { body: { kind: 'item', ids: [author.id, item.id] } })
    await owner('listHistory', { params, query: { limit: '2' } })
    await owner('readLabels', { query: { items: `${item.id}`, media: `${media.id}` } })
    const place = { params: { id: 'a'.repeat(64) } }
    const line = JSON.stringify({ model: 'author', fields: { name: 'Bo' } })
    const pending = [{ model: 'author', ids: [author.id] }]
    const sent = { lines: [{ number: 1, text: line }], pending, highestId: item.id }
    await owner('importLines', { ...place, body: sent })
    const badLine = { number: 2, text: '', fault: 'is not UTF-8' }
    await owner('importLines', { ...place, body: { lines: [badLine], continues: true } })
    await owner('readImport', place)
    await owner('endImport', place)
    await owner('readImport', place)
    await owner('exportContents', { query: { after: `${author.id}` } })
    await owner('exportContents')
    const known = { filename: 'a.txt', sha256: hash('sha256', 'x') }
    assert.equal((await owner('findFile', { query: known })).json.id, media.id)
    await owner('findFile', { query: { ...known, filename: 'b.txt' } })
    await owner('countContents')
    const view = {
      name: 'Mine',
      isShared: true,
      search: { model: 'article', 'title[contains]': 'a' },
    }
    const { json: saved } = await owner('createView', { body: view })
    await owner('listViews')
    await owner('reportPresence', {
      params,
      body: { tab: 'one', isOpen: true, field: 'title', language: 'en' },
    })
    await owner('changeView', { params: { view: saved.id }, body: { name: 'Ours' } })
    await owner('deleteView', { params: { view: saved.id } })
    await owner('countTranslations', { query: { space: '_parent' } })
    const file = { params: { id: media.id } }
    await owner('listMedia', { query: { order: 'filename' } })
    await owner('readMedia', file)
    await owner('listMediaLabels', {})
    await owner('labelMedia', {
      body: { ids: [media.id], folder: 'press', addTags: ['sea'], removeTags: ['hills'] },
    })
    await owner('changeMedia', { ...file, body: { alts: { en: 'A', ja: null } } })
    await owner('replaceMedia', { ...file, body: formOf('y') })
    await owner('listMediaReferrers', file)
    await owner('changeMediaState', { body: { action: 'archive', ids: [media.id] } })
    await owner('changeMediaState', { body: { action: 'delete', ids: [media.id] } })
    await owner('deleteForever', { body: { items: [999_999] } })
    await owner('deleteForever', { body: { media: [media.id] } })
    const { json: made } = await owner('createKey', {
      body: { name: 'site', reads: 'published', spaces: ['tokyo'], readLimit: 5 },
    })
    await owner('listKeys')
    await owner('listRoots')
    await owner('readDefinition')
    const { json: token } = await owner('createToken', { body: { name: 'CI', role: 'viewer' } })
    await owner('listTokens')
    await owner('revokeToken', { params: { id: token.info.id } })
    const { json: hook } = await owner('createWebhook', {
      body: {
        name: 'site',
        target: 'https://example.com/hook',
        events: ['item.published'],
        where: { title: { contains: 'a' } },
        headers: [{ name: 'X-Site', value: 'a', isSecret: true }],
        template: '{"text":"{{content.title}}"}',
      },
    })
    const ofHook = { params: { id: hook.info.id } }
    await owner('listWebhooks')
    await owner('readWebhook', ofHook)
    await owner('changeWebhook', { ...ofHook, body: { rateLimit: 60, isDisabled: false } })
    await owner('rotateWebhook', ofHook)
    const { json: tested } = await owner('testWebhook', ofHook)
    await owner('listDeliveries', { ...ofHook, query: { state: 'pending' } })
    await owner('readDelivery', { params: { id: hook.info.id, delivery: tested.delivery } })
    await owner('readWebhookHealth', { ...ofHook, query: { hours: '2' } })
    await owner('replayWebhook', { ...ofHook, body: { since: '2026-01-01T00:00:00Z' } })
    const { json: deployHook } = await owner('createWebhook', {
      body: { name: 'build', target: 'https://example.com/build', deploy: { preset: 'url' } },
    })
    await owner('startDeploy', { params: { id: deployHook.info.id } })
    await owner('listDeploys')
    await owner('deleteWebhook', ofHook)
    await owner('changeKey', { params: { id: made.info.id }, body: { isDisabled: true } })
    await owner('revokeKey', { params: { id: made.info.id } })
    await app.call('GET', '/contents', { key: await app.createKey() })
    await owner('readUsage', { query: { days: '2' } })
    await owner('listAuditEntries', { query: { kind: 'item' } })
    await owner('explore', { body: { view: 'draft', path: '/contents?limit=1' } })
    const { json: current } = await owner('readSchema')
    const proposal = { schema: current.schema, isPrune: true }
    await owner('previewSchema', { body: proposal })
    const rest = { expectedVersion: current.version, isConfirmed: false }
    await owner('applySchema', { body: { ...proposal, ...rest } })
    await owner('changeSettings', { body: { textElements: ['note'] } })
  })

  it('agree on rejected requests', async () => {
    const stranger = watched(studioCaller(app))
    for (const name of names) {
      await stranger(name, adminRoutes[name].method === 'GET' ? {} : { body: {} })
    }
    const owner = watched(studioCaller(app))
    await owner('signIn', { body: { email: ownerAccount.email, password: 'wrong' } })
    await owner('signIn', { body: ownerAccount })
    assert.equal((await owner('createKey', { body: { name: 1 } })).status, 400)
    assert.equal((await owner('readItem', { params: { id: 999_999 } })).status, 404)
  })

  it('agree on the demo of an empty installation', async () => {
    const empty = await freshApp()
    await ensureRoot(empty.deps.store)
    const owner = watched(await ownerOf(empty))
    await owner('loadDemo')
    await owner('readStart')
  })

  it('agree on every route', () => {
    const missing = names.filter((name) => {
      const { method, path }: AdminRouteFacts = adminRoutes[name]
      return !check.seen.has(`${method} ${path.replaceAll(/:(\w+)/g, '{$1}')} 200`)
    })
    assert.deepEqual(missing, ['events'])
  })

  it('detect responses that differ', () => {
    const response = (json: unknown) => {
      const headers = new Headers({ 'content-type': 'application/json' })
      return { status: 200, headers, text: '', json }
    }
    const session = { id: 'x', isCurrent: true, address: '', agent: '' }
    const time = '2026-11-14T00:00:00.000Z'
    const valid = { ...session, createdAt: time, lastSeenAt: time }
    check.check('GET', '/sessions', response({ sessions: [valid] }))
    for (const other of [session, { ...valid, more: 1 }, { ...valid, createdAt: 'now' }]) {
      assert.throws(() => check.check('GET', '/sessions', response({ sessions: [other] })))
    }
  })
})
