/** The templates of `npm create octavo@latest` with a site, from a real registry into empty folders. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { addressesIn } from './created.ts'
import { inProject, makePlaces, type Places } from './places.ts'
import { run, succeeded, withServer, type Place } from './project.ts'

const current = dirname(process.execPath)
const anyPort = ['--port', '0', '--assets-port', '0']
const ready = /Assets /

let places: Places

before(() => {
  places = makePlaces()
})
after(() => places?.remove())

describe('templates with a site', () => {
  /** Creates a project, starts Octavo and builds the site on its content. */
  async function withSite(template: string, use: (project: Place) => Promise<void>): Promise<void> {
    const place = places.emptyPlace(template)
    const words = ['create', '--yes', 'octavo@latest', 'my-site', '--', '--template', template]
    succeeded(await run(place, current, 'npm', words))
    const project = inProject(place)
    const command = ['npx', 'octavo', 'start', ...anyPort]
    await withServer(project, current, { command, lastLine: ready }, async (printed) => {
      const { api } = addressesIn(printed)
      const settings = {
        ...project.settings,
        OCTAVO_API_URL: api,
        ASTRO_TELEMETRY_DISABLED: '1',
        NEXT_TELEMETRY_DISABLED: '1',
      }
      const built = { ...project, settings }
      succeeded(await run(built, current, 'npm', ['run', 'site:build']))
      await use(built)
    })
  }

  it('blog-astro builds pages in both languages', async () => {
    await withSite('blog-astro', async ({ folder }) => {
      const page = (path: string): Promise<string> =>
        readFile(join(folder, 'site/dist', path, 'index.html'), 'utf8')
      assert.match(
        await page('en'),
        /<h2>\s*<a href="\/en\/articles\/welcome\/">Welcome to your blog/,
      )
      assert.match(
        await page('ja/articles/welcome'),
        /<html lang="ja"[^]*<h1>ブログへようこそ<\/h1>/,
      )
    })
  })

  it('blog-next renders pages in both languages', async () => {
    await withSite('blog-next', async (project) => {
      const site = { ...project, folder: join(project.folder, 'site') }
      const command = ['npx', 'next', 'start', '--port', '0', '--hostname', '127.0.0.1']
      await withServer(site, current, { command, lastLine: /Ready/ }, async (printed) => {
        const [home = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? []
        const page = async (path: string): Promise<string> => (await fetch(home + path)).text()
        assert.match(await page('/'), /href="\/en\/articles\/welcome">Welcome to your blog/)
        assert.match(
          await page('/ja/articles/welcome'),
          /<html lang="ja"[^]*<h1>ブログへようこそ<\/h1>/,
        )
        assert.equal((await fetch(`${home}/en/articles/missing`)).status, 404)
      })
    })
  })
})
