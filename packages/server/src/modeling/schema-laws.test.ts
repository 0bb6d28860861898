/** Laws that hold for any two schema files. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultRootSettings, type RootDefinition } from '@octavo/schema/definitions.ts'
import { allFields } from '@octavo/schema/schema.ts'
import fc from 'fast-check'
import { runs } from '../testing/runs.ts'
import { schemaValueArbitrary } from '../testing/schema-file-arbitraries.ts'
import { checkFile, noExistingNames } from './check-file.ts'
import { exportSchema } from './export.ts'
import { countNewIds, planChange, withRealIds } from './plan.ts'

const empty: RootDefinition = {
  id: 1,
  luid: 'main',
  name: 'Main',
  version: 1,
  languages: [{ id: 2, key: 'de', bit: 0 }],
  spaces: [{ id: 3, luid: '_parent', name: 'Main' }],
  fieldSets: [],
  models: [],
  settings: defaultRootSettings,
}

/** The next definition and the plan; undefined if the plan is rejected. */
function apply(current: RootDefinition, value: unknown, isPrune: boolean) {
  const { file, problems } = checkFile(value, noExistingNames)
  assert.deepEqual(problems, [])
  const plan = planChange(current, file, isPrune)
  if (plan.problems.length > 0) return undefined
  const ids = Array.from({ length: countNewIds(plan.next) }, (_, at) => current.version * 1000 + at)
  const root = { ...withRealIds(plan.next, ids), version: current.version + 1 }
  return { root, lines: plan.lines }
}

function idsOf(root: RootDefinition): number[] {
  const owners = [...root.languages, ...root.spaces, ...root.fieldSets, ...root.models]
  return [...owners, ...allFields(root)].map(({ id }) => id)
}

describe('schema files', () => {
  it('are complete after one run, and keep ids unique', () => {
    fc.assert(
      fc.property(schemaValueArbitrary, schemaValueArbitrary, fc.boolean(), (a, b, isPrune) => {
        const first = apply(empty, a, false)
        assert.ok(first, 'a first file is always accepted')
        const second = apply(first.root, b, isPrune)
        if (!second) return
        const ids = idsOf(second.root)
        assert.equal(new Set(ids).size, ids.length)
        const third = apply(second.root, b, isPrune)
        assert.deepEqual(third?.lines, [])
        assert.deepEqual({ ...third?.root, version: 0 }, { ...second.root, version: 0 })
      }),
      runs(100),
    )
  })

  it('describe every difference', () => {
    fc.assert(
      fc.property(schemaValueArbitrary, schemaValueArbitrary, fc.boolean(), (a, b, isPrune) => {
        const first = apply(empty, a, false)?.root ?? empty
        const second = apply(first, b, isPrune)
        if (!second) return
        const isSame =
          JSON.stringify({ ...first, version: 0 }) ===
          JSON.stringify({ ...second.root, version: 0 })
        assert.equal(second.lines.length === 0, isSame)
      }),
      runs(100),
    )
  })

  it('have the same result with pruning as in an empty space', () => {
    fc.assert(
      fc.property(schemaValueArbitrary, schemaValueArbitrary, (a, b) => {
        const second = apply(apply(empty, a, false)?.root ?? empty, b, true)
        if (!second) return
        assert.equal(exportSchema(second.root), exportSchema(apply(empty, b, false)?.root ?? empty))
      }),
      runs(100),
    )
  })

  it('survive an export unchanged', () => {
    fc.assert(
      fc.property(schemaValueArbitrary, schemaValueArbitrary, (a, b) => {
        const first = apply(empty, a, false)?.root ?? empty
        const root = apply(first, b, false)?.root ?? first
        const text = exportSchema(root)
        const again = apply(empty, JSON.parse(text), false)
        assert.ok(again)
        assert.equal(exportSchema(again.root), text)
        assert.deepEqual(apply(root, JSON.parse(text), false)?.lines, [])
      }),
      runs(100),
    )
  })
})
