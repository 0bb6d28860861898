/**
 * Records what this release leaves behind, for the upgrade test of later ones. `npm run release` runs it.
 * For an earlier release: `node scripts/upgrade-fixture.ts --release 0.2.0 --octavo FILE`, where FILE is the
 * command of that release.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createFixture } from '../tests/upgrades/create-fixture.ts'
import { writeFixture } from '../tests/upgrades/fixture.ts'
import { releaseVersion, repository } from './pack/repository.ts'

const { values } = parseArgs({
  options: {
    release: { type: 'string', default: releaseVersion() },
    octavo: { type: 'string', default: join(repository, 'packages/server/bin/octavo.js') },
  },
})
for (const kind of ['sqlite', 'postgres'] as const) {
  await writeFixture(values.release, kind, await createFixture(values.octavo, kind))
}
