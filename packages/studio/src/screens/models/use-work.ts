import type { SchemaDocument } from '@octavo/schema/admin/schema.ts'
import { useEffect, useMemo, useState } from 'react'
import { useSession } from '../../api/session.tsx'
import { mergedWork } from './merge-work.ts'
import { dropModelDraft, readModelDraft, writeModelDraft } from './model-draft.ts'
import { schemaOf, workOf, type Work } from './work.ts'

/** What is being edited, on which definition, and since when it waits on this device. */
export function useWork(document: SchemaDocument) {
  const { root, user } = useSession()
  const key = `${user.id}:${root}`
  const [kept] = useState(() => readModelDraft(key))
  const [base, setBase] = useState(kept?.base ?? document)
  const [work, setWork] = useState<Work>(() => kept?.work ?? workOf(document.schema))
  const [keptAt, setKeptAt] = useState(kept?.at ?? null)
  const [isKept, setIsKept] = useState(true)
  const wanted = useMemo(() => schemaOf(work, base.schema), [work, base])
  const isChanged = useMemo(
    () => JSON.stringify(wanted) !== JSON.stringify(schemaOf(workOf(base.schema), base.schema)),
    [wanted, base],
  )
  useEffect(() => {
    if (isChanged) setIsKept(writeModelDraft(key, { base, work, at: new Date().toISOString() }))
    else {
      dropModelDraft(key)
      setKeptAt(null)
    }
  }, [key, base, work, isChanged])
  return {
    base,
    work,
    setWork,
    wanted,
    isChanged,
    isKept,
    /** When edits that an earlier visit left here were made; null where there are none. */
    keptAt,
    /** Somebody else changed the definition since these edits began. */
    isOld: isChanged && document.version !== base.version,
    /** Starts anew from a definition; gives what is to be edited then. */
    begin: (next: SchemaDocument): Work => {
      const fresh = workOf(next.schema)
      setBase(next)
      setWork(fresh)
      return fresh
    },
    /** Brings the edits onto the definition as it is now. */
    takeOver: (): void => {
      setWork(mergedWork(base.schema, work, document.schema))
      setBase(document)
    },
  }
}
