import assert from 'node:assert/strict'
import type { StoredValues } from '../fields/field-type.ts'
import { endWith, noGroup, sealAfter, type GroupEnd } from '../content/revisions/groups.ts'
import type { SealedRevision } from '../store/revisions.ts'
import type { Store } from '../store/store.ts'

/** Adds sealed revisions in the first language to a new item, and as many entries of the audit log. */
export async function addRevisions(
  store: Store,
  id: number,
  count: number,
  valuesOf: (number: number) => StoredValues,
): Promise<void> {
  const [item] = await store.read((tx) => tx.items.load([id]))
  assert.ok(item)
  const { rootId, modelId } = item
  const sealed: SealedRevision[] = []
  const texts = new Map<number, string>()
  let end: GroupEnd = noGroup
  for (let number = 1; number <= count; number++) {
    const facts = { itemId: id, languageId: 1, number, kind: 'edit', startedAt: number } as const
    const values = valuesOf(number)
    const fields = Object.keys(values).slice(0, 1).map(Number)
    const more = { at: number, actor: 'user:1', name: null, fields, rootId }
    const one = await sealAfter(end, new Map(), { ...facts, ...more }, values, texts)
    end = endWith(end, one)
    sealed.push(one)
  }
  await store.write(async (tx) => {
    await tx.revisions.insert(sealed)
    const [head] = await tx.revisions.heads([id])
    assert.ok(head)
    await tx.revisions.saveHeads([{ ...head, ...end, number: count + 1 }])
    const entry = { at: 1, rootId, kind: 'item', subjectId: id, modelId } as const
    await tx.changes.append(
      sealed.map(() => ({ ...entry, actor: 'user:1', action: 'patch', scopes: [] })),
    )
  })
}
