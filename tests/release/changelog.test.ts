import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { withRelease } from '../../scripts/release/changelog.ts'
import { nextVersion } from '../../scripts/release/version.ts'

const head = '# Changelog\n\nAbout this file.\n\n## Unreleased\n'

describe('the changelog', () => {
  const commits = [
    'store: add b',
    'tests: cover b',
    'Merge x',
    'docs, store: say a',
    'store: add a',
  ]
  const release = { version: '0.3.0', date: '2026-12-01', commits }

  it('has the notes of a release, then its changes by area, oldest first', () => {
    const before = `${head}\nRun it.\n\n## 0.2.0 (2026-11-18)\n\nFirst.\n`
    assert.equal(
      withRelease(before, release),
      `${head}
## 0.3.0 (2026-12-01)

Run it.

### Docs

- Say a

### Store

- Add a
- Add b

## 0.2.0 (2026-11-18)

First.
`,
    )
  })

  it('accepts a first release without notes', () => {
    const after = withRelease(head, { ...release, commits: [] })
    assert.equal(after, `${head}\n## 0.3.0 (2026-12-01)\n`)
  })

  it('without a place for the section is rejected', () => {
    assert.throws(() => withRelease('# Changelog\n', release), /no line "## Unreleased"/)
  })
})

describe('the next version', () => {
  const version = fc.tuple(fc.nat(20), fc.nat(20), fc.nat(20))

  it('is higher than the current one', () => {
    for (const [wanted, expected] of [
      ['patch', '1.2.4'],
      ['minor', '1.3.0'],
      ['major', '2.0.0'],
      ['1.10.0', '1.10.0'],
    ]) {
      assert.equal(nextVersion('1.2.3', wanted ?? ''), expected)
    }
  })

  it('agrees with an order by parts', () => {
    const weight = ([major, minor, patch]: readonly number[]): number =>
      (major ?? 0) * 1e6 + (minor ?? 0) * 1e3 + (patch ?? 0)
    fc.assert(
      fc.property(version, version, (current, wanted) => {
        const next = (): string => nextVersion(current.join('.'), wanted.join('.'))
        if (weight(wanted) > weight(current)) assert.equal(next(), wanted.join('.'))
        else assert.throws(next, /must be higher/)
      }),
    )
  })

  it('rejects other texts and says what is allowed', () => {
    for (const wanted of ['', 'v1.3.0', '1.3', '01.3.0', '1.3.0-rc.1', 'pathc']) {
      assert.throws(() => nextVersion('1.2.3', wanted), /Use patch, minor, major, or/)
    }
  })
})
