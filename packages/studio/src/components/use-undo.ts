import type {
  BulkChange,
  LanguageVersions,
  RestoredFrom,
  UndoResult,
} from '@octavo/schema/admin/bulk.ts'
import { useQueryClient } from '@tanstack/react-query'
import { admin } from '../api/admin.ts'
import { useSession } from '../api/session.tsx'
import { useFormat } from '../i18n/format.ts'
import { errorText, problemText } from '../i18n/problems.ts'
import { useText } from '../i18n/text.tsx'
import { showNotice } from './notice.tsx'
import { useProblemPlace } from './problem-place.ts'

export interface UndoableItem {
  id: number
  /** The versions after a publication or its end; null for other actions. */
  languages: LanguageVersions | null
}

/** Items per request. */
const size = 100

/**
 * Returns a function that undoes an action; undefined if that is not possible. The page of the action may be gone by
 * then, so the notice shows the result.
 */
export function useUndo() {
  const t = useText()
  const format = useFormat()
  const client = useQueryClient()
  const { root } = useSession()
  const placeOf = useProblemPlace()

  async function send(from: RestoredFrom | null, items: readonly UndoableItem[]) {
    const params = { root }
    if (from) {
      const body = { action: 'restore', ids: items.map(({ id }) => id), from } as const
      return (await admin.call('changeItems', { params, body })).results
    }
    const given = items.flatMap(({ id, languages }) => (languages ? [{ id, languages }] : []))
    return (await admin.call('undoItems', { params, body: { items: given } })).results
  }

  function report(isRestoring: boolean, results: UndoResult['results']): void {
    const failed = results.filter(({ isDone }) => !isDone)
    const done = results.length - failed.length
    const doneText = isRestoring ? 'bulk.done.restore' : 'bulk.done.undo'
    const reasons = failed.flatMap(({ problems }) =>
      problems.map((problem) =>
        [placeOf(problem.path, undefined).text, problemText(problem, t)]
          .filter((text) => text !== '')
          .join(': '),
      ),
    )
    const texts = [
      ...(done > 0 ? [t(doneText, { count: format.number(done) })] : []),
      ...(failed.length > 0 ? [t('undo.failed', { count: format.number(failed.length) })] : []),
      ...new Set(reasons),
    ]
    showNotice({ text: texts.slice(0, 4).join(' · ') })
  }

  async function run(from: RestoredFrom | null, items: readonly UndoableItem[]): Promise<void> {
    const results: UndoResult['results'] = []
    try {
      for (let at = 0; at < items.length; at += size) {
        results.push(...(await send(from, items.slice(at, at + size))))
      }
      report(from !== null, results)
    } catch (error) {
      const count = format.number(items.length - results.length)
      showNotice({ text: `${t('undo.failed', { count })} · ${errorText(error as Error, t)}` })
    }
    for (const name of ['item', 'contents', 'counts']) {
      void client.invalidateQueries({ queryKey: [name, root] })
    }
  }

  return (
    action: BulkChange['action'] | 'removeLanguage',
    items: readonly UndoableItem[],
  ): (() => void) | undefined => {
    const from = placeAfter(action)
    const undoable = from ? items : items.filter(({ languages }) => languages !== null)
    return undoable.length === 0 ? undefined : () => void run(from, undoable)
  }
}

/** Where an action has put items. Those that another user has moved since are not restored from elsewhere. */
function placeAfter(action: string): RestoredFrom | null {
  if (action === 'archive') return 'archive'
  return action === 'delete' ? 'trash' : null
}
