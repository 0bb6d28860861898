import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { AdminError } from '@octavo/schema/admin/errors.ts'
import { adminRoutes, type AdminRouteName } from '@octavo/schema/admin-api.ts'
import { hasRole, roles, type Role } from '@octavo/schema/roles.ts'
import { testApps, type TestApp } from '../testing/app-factory.ts'
import { freshStudio, memberOf, studioCaller, type StudioCaller } from '../testing/studio-caller.ts'

const names = Object.keys(adminRoutes) as AdminRouteName[]
const guarded = names.filter((name) => adminRoutes[name].roles !== 'anyone')

testApps('every route of the management API', (freshApp) => {
  let app: TestApp
  let owner: StudioCaller
  const members = new Map<string, StudioCaller>()

  before(async () => {
    ;({ app, owner } = await freshStudio(freshApp))
    for (const role of roles) members.set(role, await memberOf(app, owner, role))
  })

  const callAs = (name: AdminRouteName, role: Role): Promise<{ status: number; text: string }> => {
    const member = members.get(role) ?? owner
    return member.call(name, { body: bodyFor(name), params: { id: 999, delivery: 999 } })
  }

  it('rejects callers who are not signed in', async () => {
    const anonymous = studioCaller(app)
    for (const name of guarded) {
      const { status, headers, text } = await anonymous.call(name, { body: bodyFor(name) })
      assert.equal(status, 401, name)
      assert.equal(headers.get('cache-control'), 'no-store', name)
      assert.deepEqual(JSON.parse(text), {
        status: 401,
        code: 'Unauthorized',
        problems: [{ path: '', message: 'sign in first', code: 'signInFirst' }],
      })
    }
  })

  it('rejects callers without the required role, and accepts the others', async () => {
    for (const name of guarded) {
      const needed: Role | 'anyone' = adminRoutes[name].roles
      if (needed === 'anyone' || name === 'events' || ends.has(name)) continue
      for (const role of roles) {
        const { status, text } = await callAs(name, role)
        const isRefused = status === 403 && text.includes('this requires the role')
        assert.equal(isRefused, !hasRole(role, needed), `${name} as ${role}: ${text}`)
        assert.notEqual(status, 500, `${name} as ${role}`)
      }
    }
    assert.deepEqual(app.logged, [])
  })

  it('lets viewers change only their own account', () => {
    const open = guarded.filter(
      (name) => adminRoutes[name].method !== 'GET' && adminRoutes[name].roles === 'viewer',
    )
    assert.deepEqual(open, [
      'signOut',
      'endSession',
      'endOtherSessions',
      'changePassword',
      'changeProfile',
      'createView',
      'changeView',
      'deleteView',
      'reportPresence',
      'explore',
    ])
  })

  it('hides roots that a member may not enter', async () => {
    const elsewhere = await memberOf(app, owner, 'viewer', [])
    for (const name of guarded) {
      if (!adminRoutes[name].path.includes(':root') || adminRoutes[name].roles !== 'viewer')
        continue
      const hidden = await elsewhere.call(name, { body: bodyFor(name) })
      const absent = await owner.call(name, { body: bodyFor(name), params: { root: 'absent' } })
      assert.deepEqual([hidden.status, hidden.text], [404, absent.text], name)
    }
  })

  it('validates its body, with a path for every problem', async () => {
    for (const name of names) {
      const body = bodyFor(name)
      if (body === undefined || body instanceof FormData) continue
      const response = await owner.call(name, {
        body: { ...(body as object), unknown: 1, __proto: 2 },
      })
      assert.equal(response.status, 400, `${name}: ${response.text}`)
      const paths = (JSON.parse(response.text) as { problems: { path: string }[] }).problems
      assert.deepEqual(
        paths.map(({ path }) => path).filter((path) => path === 'unknown' || path === '__proto'),
        ['unknown', '__proto'],
        name,
      )
      for (const text of ['', '[]', 'null', '{', '"text"']) {
        const { status } = await owner.call(name, { body: text })
        assert.equal(status, 400, `${name} with ${text}`)
      }
    }
    assert.deepEqual(app.logged, [])
  })

  it('explains in plain words what a body must be', async () => {
    const body = { name: 1, reads: 'all', spaces: 'x', writesContents: 'yes', readLimit: '5' }
    assert.deepEqual(problemsOf(await owner.call('createKey', { body })), [
      ['name', 'notText', 'must be a string'],
      ['reads', 'notOneOf', 'must be one of published, draft'],
      ['spaces', 'notList', 'must be an array'],
      ['writesContents', 'notBoolean', 'must be true or false'],
      ['readLimit', undefined, 'must be a whole number'],
    ])
    assert.deepEqual(problemsOf(await owner.call('createKey', { body: {} })), [
      ['name', 'required', 'is required'],
      ['reads', 'required', 'is required'],
    ])
    assert.deepEqual(problemsOf(await owner.call('createKey', { body: [] })), [
      ['', 'notObject', 'must be an object'],
    ])
  })

  it('validates its query, with a path for every problem', async () => {
    const query =
      'limit=0&offset=x&kind=film&state=gone&order=-size&space=_parent&space=_parent&more=1'
    assert.deepEqual(problemsOf(await owner.call('listMedia', { query })), [
      ['space', 'givenTwice', 'is given twice'],
      ['state', 'notOneOf', 'must be one of active, archived, trash'],
      ['kind', 'notOneOf', 'must be one of image, video, audio, document, other'],
      ['order', 'notOneOf', 'must be one of created_at, filename, bytes, archived_at, deleted_at'],
      ['limit', 'wholeNumber', 'must be a whole number, 1 to 100'],
      ['offset', 'wholeNumber', 'must be a whole number, 0 to 1000000000000'],
    ])
  })
})

function problemsOf({ status, text }: { status: number; text: string }): unknown[] {
  assert.equal(status, 400, text)
  const { problems } = JSON.parse(text) as AdminError
  return problems.map(({ path, code, message }) => [path, code, message])
}

/** These routes end the session of the caller. */
const ends = new Set<AdminRouteName>([
  'signOut',
  'endSession',
  'endOtherSessions',
  'changePassword',
])

const fields = { languages: { en: { fields: {}, expected: null } } }
const schema = { languages: ['en', 'ja'], spaces: [], fieldSets: [], models: [] }

/** A well-formed body; undefined for routes without one. */
function bodyFor(name: AdminRouteName): unknown {
  const bodies: Partial<Record<AdminRouteName, unknown>> = {
    setUpOwner: { email: 'a@example.com', password: 'long enough' },
    signIn: { email: 'a@example.com', password: 'long enough' },
    readInvitation: { token: 'x' },
    acceptInvitation: { token: 'x', password: 'long enough' },
    changePassword: { current: 'x', next: 'long enough' },
    changeProfile: { preferences: { theme: 'dark' } },
    inviteMember: { email: 'no address', role: 'viewer' },
    changeMember: {},
    previewSchema: { schema, isPrune: false },
    applySchema: { schema, isPrune: false, isConfirmed: false, expectedVersion: -1 },
    changeSettings: {},
    createItem: { model: 'none', languages: { en: { fields: {} } } },
    changeItems: { action: 'publish', ids: [999] },
    editItems: { edits: [{ id: 999, language: 'en', fields: {}, expected: null }] },
    undoItems: { items: [{ id: 999, languages: { en: 'none' } }] },
    saveItem: fields,
    changeItem: { action: 'publish' },
    scheduleItem: { publishAt: '2099-01-01T00:00:00Z' },
    moveSchedule: { language: 'en', action: 'publish', at: '2099-01-01T00:00:00Z' },
    createRelease: { luid: '_' },
    changeRelease: {},
    duplicateRelease: { luid: 'other' },
    addToRelease: { ids: [999] },
    removeFromRelease: { ids: [999] },
    publishRelease: {},
    createView: { name: 'Mine', search: {} },
    changeView: {},
    confirmTranslation: { language: 'ja', expected: null },
    reportPresence: { tab: 'one', isOpen: true },
    setReview: { by: '2099-01-01' },
    importLines: { lines: [{ number: 1, text: '{}' }] },
    findReferrers: { kind: 'item', ids: [999] },
    changeMedia: { alts: {} },
    deleteForever: { items: [999] },
    changeMediaState: { action: 'archive', ids: [999] },
    createKey: { name: '', reads: 'published' },
    changeKey: {},
    createWebhook: { name: 'site', target: 'https://example.com', events: ['item.published'] },
    changeWebhook: {},
    replayWebhook: {},
    explore: { view: 'published', path: '/contents' },
  }
  const isUpload = name === 'uploadMedia' || name === 'replaceMedia'
  return isUpload ? new FormData() : bodies[name]
}
