import type { RevisionInfo } from '@octavo/schema/admin/revisions.ts'
import { useSession } from '../../../api/session.tsx'
import { useAuditTexts } from '../../../components/audit-texts.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/text.tsx'

const mostFields = 3

/** Describes revisions of an item of this model in words. */
export function useRevisionTexts(model: string) {
  const t = useText()
  const { schema } = useSession()
  const format = useFormat()
  const { actorText } = useAuditTexts()

  /** What the revision did. */
  function doneText({ kind, changed }: RevisionInfo): string {
    if (changed === null)
      return t(kind === 'publish' ? 'history.first.publish' : 'history.first.edit')
    return t(`history.kind.${kind}`)
  }

  /** The changed fields; '' if there are none. */
  function changedText({ changed }: RevisionInfo): string {
    // The schema has the names in the language of Studio. A removed field has the one that it had.
    const fields = schema.modelByLuid.get(model)?.fields ?? []
    const names = (changed ?? []).map(
      ({ luid, name }) => fields.find((field) => field.luid === luid)?.name ?? name,
    )
    if (names.length === 0) return ''
    const shown = names.slice(0, mostFields).join(t('history.and'))
    const count = names.length - mostFields
    return t(count > 0 ? 'history.changedMore' : 'history.changed', { fields: shown, count })
  }

  function lineText(revision: RevisionInfo): string {
    const who = actorText(revision.by)
    return `${revision.name ?? doneText(revision)} · ${format.dateTime(revision.at)} · ${who}`
  }

  return { doneText, changedText, lineText, actorText }
}
