/** The prompts of `npm create octavo@latest` in a terminal. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import {
  isWithoutTerminal,
  keys,
  openTerminal,
  type TerminalSession,
} from '../../packages/server/src/testing/pseudo-terminal.ts'
import { addressesIn, createdIn, signInStatus } from './created.ts'
import { environment, withServer, type Place } from './project.ts'
import { inProject, makePlaces, type Places } from './places.ts'

const current = dirname(process.execPath)

describe('the prompts of npm create octavo@latest', { skip: isWithoutTerminal }, () => {
  let places: Places
  const sessions: TerminalSession[] = []

  before(() => {
    places = makePlaces()
  })
  after(async () => {
    for (const session of sessions) await session.close()
    places?.remove()
  })

  function create(place: Place, words: readonly string[]): TerminalSession {
    const session = openTerminal(['npm', 'create', ...words], {
      folder: place.folder,
      // npm asks nothing where CI is set.
      environment: { ...environment(place, current), CI: 'false' },
    })
    sessions.push(session)
    return session
  }

  it('lead to a project with the chosen template and account', async () => {
    const place = places.emptyPlace('chosen')
    const session = create(place, ['octavo@latest'])
    await session.shows(/create-octavo@.*\n?.*Ok to proceed\?/)
    session.type(`y${keys.enter}`)
    await session.shows(/In which folder\?/)
    session.type(`My Site${keys.enter}`)
    await session.shows(/cannot be the name of a project: .* such as my-site/)
    session.type(`${keys.erase.repeat(7)}notes${keys.enter}`)
    await session.shows(/What do you want to begin with\?[^]*● blog [^]*blog-next/)
    session.type(keys.up)
    await session.shows(/● blank/)
    session.type(keys.enter)
    await session.shows(/Your email address/)
    session.type(`me${keys.enter}`)
    await session.shows(/"me" is not an email address/)
    session.type(`@example.com${keys.enter}`)
    await session.shows(/A password\? Leave it empty to generate one\./)
    session.type(`short${keys.enter}`)
    await session.shows(/must have 8 to 1024 characters/)
    session.type(` no more${keys.enter}`)
    assert.equal(await session.exitCode(), 0, session.text())
    assert.ok(!session.text().includes('short'))
    const created = createdIn(session.text())
    assert.deepEqual(created, {
      email: 'me@example.com',
      password: '',
      next: ['cd notes', 'npm run dev'],
    })
    const project = inProject(place, 'notes')
    assert.deepEqual(readdirSync(join(project.folder, 'schema')), ['page.ts'])
    assert.match(readFileSync(join(project.folder, '.env'), 'utf8'), /^OCTAVO_KEY=octavo_/m)
    const command = ['npm', 'run', 'dev', '--', '--port', '0', '--assets-port', '0']
    await withServer(project, current, { command, lastLine: /Watching/ }, async (printed) => {
      const account = { email: 'me@example.com', password: 'short no more' }
      assert.equal(await signInStatus(addressesIn(printed).api, account), 200)
      assert.ok(!printed.includes('Create an API key'))
    })
  })

  it('leave nothing behind when they are cancelled', async () => {
    const place = places.emptyPlace('cancelled')
    const session = create(place, ['--yes', 'octavo@latest', 'my-site'])
    await session.shows(/What do you want to begin with\?/)
    session.type(keys.cancel)
    assert.notEqual(await session.exitCode(), 0)
    assert.match(session.text(), /create-octavo: cancelled\. Nothing was created\./)
    assert.deepEqual(readdirSync(place.folder), [])
  })

  it('leave nothing behind when the installation is cancelled', async () => {
    const place = places.emptyPlace('installing')
    const words = ['--yes', 'octavo@latest', 'deep/my-site', '--', '--template', 'blog-next']
    const session = create(place, words)
    await session.shows(/Your email address/)
    session.type(keys.enter)
    await session.shows(/A password\?/)
    session.type(keys.enter)
    await session.shows(/Installing packages with npm…/)
    session.type(keys.cancel)
    assert.notEqual(await session.exitCode(), 0)
    assert.match(session.text(), /create-octavo: cancelled\. Nothing was created\./)
    assert.deepEqual(readdirSync(place.folder), [])
  })
})
