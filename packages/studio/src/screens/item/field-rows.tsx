import type { Field, Model } from '@octavo/schema/definitions.ts'
import { memo, useCallback } from 'react'
import { useSession } from '../../api/session.tsx'
import { FieldInput } from '../../fields/field-input.tsx'
import { PasteGuard } from '../../fields/paste-guard.tsx'
import { fieldEditors } from '../../fields/registry.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import type { DraftStore } from './draft/draft-store.ts'
import classes from './editor.module.css'
import { useDraft } from './use-draft.ts'
import { useShown } from './use-shown.ts'

interface FieldRowsProps {
  store: DraftStore
  model: Model
  fields: readonly Field[]
  languages: string[]
}

/** Fields of an item, in one language or in two side by side. */
export function FieldRows({ store, model, fields: all, languages }: FieldRowsProps) {
  const fields = useShown(store, model, all, languages)
  const t = useText()
  const format = useFormat()
  const { schema } = useSession()
  const main = schema.mainLanguage.key
  const isShared = (field: Field): boolean => !field.translatable && !languages.includes(main)
  const shared = fields.filter(isShared)
  if (fields.length === 0) return null
  return (
    <div className={classes.rows}>
      {fields
        .filter((field) => !isShared(field))
        .map((field) => {
          const shown = field.translatable ? languages : [main]
          return (
            <div
              key={field.id}
              className={classes.row}
              data-columns={shown.length}
              data-width={languages.length === 1 ? field.width : undefined}
            >
              {shown.map((language) => (
                <Row
                  key={language}
                  store={store}
                  field={field}
                  language={language}
                  isTitle={field.id === model.titleFieldId}
                />
              ))}
            </div>
          )
        })}
      {shared.length > 0 && (
        <p className={classes.note}>
          {t('item.shared', {
            language: format.language(main),
            fields: shared.map(({ name }) => name).join(', '),
          })}
        </p>
      )}
    </div>
  )
}

/** Short fields and identifiers such as slugs are in the side column. */
export function isAside(field: Field, model: Model): boolean {
  if (field.id === model.titleFieldId) return false
  return fieldEditors[field.type].isAside || (field.type === 'text' && field.unique)
}

interface RowProps {
  store: DraftStore
  field: Field
  language: string
  isTitle: boolean
}

const Row = memo(function Row({ store, field, language, isTitle }: RowProps) {
  const { luid } = field
  const value = useDraft(store, ({ values }) => values[language]?.[luid])
  const change = useCallback(
    (next: unknown) => store.set(language, luid, next),
    [store, language, luid],
  )
  return (
    <PasteGuard className={isTitle ? classes.titleField : undefined} language={language}>
      <FieldInput
        field={field}
        value={value}
        onChange={change}
        path={`languages.${language}.fields.${luid}`}
        language={language}
      />
    </PasteGuard>
  )
})
