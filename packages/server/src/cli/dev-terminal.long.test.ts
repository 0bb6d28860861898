/** `octavo dev` in a terminal: it asks, and a person types the reply. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, it } from 'node:test'
import { octavoInTerminal, placeFlags } from '../testing/octavo.ts'
import { isWithoutTerminal, keys, type TerminalSession } from '../testing/pseudo-terminal.ts'
import { configWith, createProject, type Project } from '../testing/project.ts'
import { printedBy } from '../testing/run-here.ts'
import { onBothDatabases } from '../testing/stores.ts'

const projects: Project[] = []
const sessions: TerminalSession[] = []
after(async () => {
  for (const session of sessions) await session.close()
  for (const project of projects) project.remove()
})

onBothDatabases('dev in a terminal', (fresh) => {
  it('offers renames and asks before content is deleted', { skip: isWithoutTerminal }, async () => {
    const { address } = await fresh()
    const place = placeFlags(address)
    const project = createProject()
    projects.push(project)
    const file = project.path('octavo.config.ts')
    const save = (fields: string[], luid = 'page'): void =>
      project.write({
        'octavo.config.ts': configWith(fields).replace("luid: 'page'", `luid: '${luid}'`),
      })
    const content = (): Promise<string> => printedBy(['content', 'export', ...place])
    save(["field.text('title')", "field.multiline('lead')"])
    const words = ['dev', '--port', '0', '--assets-port', '0', ...place]
    const session = octavoInTerminal(words, project.folder)
    sessions.push(session)
    await session.shows(/Applied 1 change\.[^]*Watching octavo\.config\.ts\./)

    const item = { model: 'page', fields: { title: 'Kept', lead: 'Long' } }
    project.write({ 'items.ndjson': JSON.stringify(item) })
    await printedBy(['content', 'import', project.path('items.ndjson'), ...place])

    save(["field.text('heading')", "field.multiline('lead')"])
    await session.shows(/Is page\.heading the renamed field title\? Its content stays then\. \[y/)
    session.type(`y${keys.enter}`)
    await session.shows(/Wrote was: 'title' into octavo\.config\.ts\.[^]*Applied 1 change\./)
    assert.ok(readFileSync(file, 'utf8').includes("field.text('heading', { was: 'title' })"))

    save(["field.text('heading')", "field.multiline('lead')"], 'article')
    await session.shows(/Is article the renamed model page\? Its content stays then\. \[y/)
    session.type(`y${keys.enter}`)
    await session.shows(/Wrote was: 'page' into octavo\.config\.ts\.[^]*Applied 1 change\./)
    assert.match(readFileSync(file, 'utf8'), /luid: 'article',\n {2}was: 'page',\n/)
    assert.match(await content(), /"model":"article".*"heading":"Kept"/)

    const question = /delete content: .*article\.lead[^]*Apply this and delete the content\? \[y/
    save(["field.text('heading')"], 'article')
    await session.shows(question)
    session.type(keys.enter)
    await session.shows(/Kept what holds content\./)
    assert.match(await content(), /"lead":"Long"/)

    save(["field.text('heading', { required: true })"], 'article')
    await session.shows(question)
    // A newer version of the file ends the question.
    save(["field.text('heading', { unique: true })"], 'article')
    await session.shows(/delete the content\? \[y\/N\] \n[^]*unique[^]*delete the content\? \[y/)
    session.type(`yes${keys.enter}`)
    await session.shows(/Applied 2 changes\./)
    assert.ok(!(await content()).includes('lead'))

    save(["field.boolean('heading_shown')"], 'article')
    await session.shows(/Apply this and delete the content\? \[y/)
    session.type(keys.cancel)
    assert.equal(await session.exitCode(), 0, session.text())
    assert.match(await content(), /"heading":"Kept"/)
  })
})
