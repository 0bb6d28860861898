import type { SchemaDocument } from '@octavo/schema/admin/schema.ts'
import { useEffect, useMemo, useState } from 'react'
import { useSession } from '../../api/session.tsx'
import { mergedWork } from './merge-work.ts'
import { dropModelDraft, readModelDraft, writeModelDraft } from './model-draft.ts'
import { schemaOf, workOf, type Work } from './work.ts'

/** The edited definition, its base, and the time at which it was stored on this device. */
export function useWork(document: SchemaDocument) {
  const { root, user } = useSession()
  const key = `${user.id}:${root}`
  const [stored] = useState(() => readModelDraft(key))
  const [base, setBase] = useState(stored?.base ?? document)
  const [work, setWork] = useState<Work>(() => stored?.work ?? workOf(document.schema))
  const [storedAt, setStoredAt] = useState(stored?.at ?? null)
  const [isStored, setIsStored] = useState(true)
  const proposed = useMemo(() => schemaOf(work, base.schema), [work, base])
  const isChanged = useMemo(
    () => JSON.stringify(proposed) !== JSON.stringify(schemaOf(workOf(base.schema), base.schema)),
    [proposed, base],
  )
  useEffect(() => {
    if (isChanged) setIsStored(writeModelDraft(key, { base, work, at: new Date().toISOString() }))
    else {
      dropModelDraft(key)
      setStoredAt(null)
    }
  }, [key, base, work, isChanged])
  return {
    base,
    work,
    setWork,
    proposed,
    isChanged,
    isStored,
    /** When the edits of an earlier visit were stored; null if there are none. */
    storedAt,
    /** Whether another user changed the definition since these edits began. */
    isOld: isChanged && document.version !== base.version,
    /** Restarts from a definition, and returns the new edit state. */
    begin: (next: SchemaDocument): Work => {
      const fresh = workOf(next.schema)
      setBase(next)
      setWork(fresh)
      return fresh
    },
    /** Rebases the edits onto the current definition. */
    rebase: (): void => {
      setWork(mergedWork(base.schema, work, document.schema))
      setBase(document)
    },
  }
}
