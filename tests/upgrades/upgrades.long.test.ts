/** Databases, data folders and backups of each earlier release open in this one. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { eventually } from '../../packages/server/src/testing/eventually.ts'
import {
  freshPostgresSchema,
  startTestPostgres,
  type TestPostgres,
} from '../../packages/server/src/testing/postgres.ts'
import { runSql } from '../../packages/server/src/testing/raw-sql.ts'
import { octavoHere, printedBy } from '../../packages/server/src/testing/run-here.ts'
import { environmentOf } from './create-fixture.ts'
import { readFixture, recordedReleases, writeFiles, type DatabaseKind } from './fixture.ts'
import { readSite } from './read-site.ts'

const program = join(import.meta.dirname, '../../packages/server/bin/octavo.js')

describe('an installation of an earlier release', () => {
  let work: string
  let postgres: TestPostgres

  before(async () => {
    work = await mkdtemp(join(tmpdir(), 'octavo-upgrade-'))
    postgres = await startTestPostgres()
  })
  after(async () => {
    await postgres.stop()
    await rm(work, { recursive: true, force: true })
  })

  async function emptyInstallation(name: string, kind: DatabaseKind) {
    const dataFolder = join(work, name)
    const database = kind === 'sqlite' ? undefined : await freshPostgresSchema(postgres.url)
    const environment = environmentOf(dataFolder, database)
    return { dataFolder, database, environment, program }
  }

  for (const release of recordedReleases()) {
    for (const kind of ['sqlite', 'postgres'] as const) {
      const { files, sql, backup, keys, responses, assets } = readFixture(release, kind)

      it(`${release} opens on ${kind}, passes all checks and returns the same`, async () => {
        const place = await emptyInstallation(`${release}-${kind}`, kind)
        await writeFiles(place.dataFolder, files)
        if (sql !== null) await runSql(place, sql)
        const { environment } = place
        let findings = ''
        const isSound = async () => (findings = await findingsIn(environment)) === ''
        // The server updates derived data in the background.
        const read = await readSite(place, keys, responses, () =>
          eventually(isSound, { otherwise: () => findings }),
        )
        assert.deepEqual(read, { responses, assets })
        const file = join(work, 'new.ndjson')
        await writeFile(file, '{"model":"author","published":true,"fields":{"name":"Ren"}}\n')
        await printedBy(['content', 'import', file], { environment })
        // Id 8 is in the trash.
        const exported = await printedBy(['content', 'export'], { environment })
        assert.match(exported, /"id":9,.*"name":"Ren"/)
        assert.equal(await findingsIn(environment), '')
      })

      it(`${release} is restored from its backup of ${kind}`, async () => {
        const place = await emptyInstallation(`${release}-${kind}-restored`, kind)
        const file = join(work, `${release}-${kind}.backup`)
        await writeFile(file, backup, 'base64')
        await printedBy(['restore', file], { environment: place.environment })
        assert.deepEqual(await readSite(place, keys, responses), { responses, assets })
      })
    }
  }
})

async function findingsIn(environment: Record<string, string>): Promise<string> {
  const { stdout } = await octavoHere(['doctor'], { environment })
  return stdout
}
