import type { Labels } from '@octavo/schema/admin/contents.ts'
import { useText } from '../../../i18n/text.tsx'
import type { FieldChange } from './changes.ts'
import classes from './review.module.css'
import { SideBySide } from './side-by-side.tsx'

/** Compares one field: published on the left, draft on the right. */
export function Comparison({ change, labels }: { change: FieldChange; labels: Labels }) {
  const t = useText()
  const { field, published, draft, language } = change
  return (
    <section className={classes.field} aria-label={field.name} lang={language}>
      <h4 className={classes.name}>{field.name}</h4>
      <SideBySide
        field={field}
        values={{ before: published, after: draft }}
        labels={labels}
        names={{ before: t('review.published'), after: t('review.draft') }}
      />
    </section>
  )
}
