import type { RevisionInfo } from '@octavo/schema/admin/revisions.ts'
import { useSession } from '../../../api/session.tsx'
import { useFormat } from '../../../i18n/format.ts'
import classes from './history.module.css'
import { useRevisionTexts } from './revision-texts.ts'

interface RevisionRowProps {
  revision: RevisionInfo
  /** Of the item. */
  model: string
  onOpen: () => void
}

/** One entry of the timeline: what, who and when. Opens the comparison. */
export function RevisionRow({ revision, model, onOpen }: RevisionRowProps) {
  const format = useFormat()
  const { schema } = useSession()
  const { doneText, changedText, actorText } = useRevisionTexts(model)
  const isMany = schema.root.languages.length > 1
  const changed = changedText(revision)
  return (
    <li className={classes.entry} data-kind={revision.kind}>
      <button type="button" className={classes.open} onClick={onOpen}>
        {revision.name !== null && <span className={classes.name}>{revision.name}</span>}
        <span className={classes.done}>
          {doneText(revision)}
          {isMany && ` (${format.language(revision.language)})`}
        </span>
        {changed !== '' && <span className={classes.changed}>{changed}</span>}
        <span className={classes.when} title={format.dateTime(revision.at)}>
          {actorText(revision.by)} · {format.ago(revision.at)}
        </span>
      </button>
    </li>
  )
}
