import type { Field, Model } from '@octavo/schema/definitions.ts'
import { memo, useCallback, useRef } from 'react'
import { useSession } from '../../api/session.tsx'
import { FieldInput } from '../../fields/field-input.tsx'
import { PasteGuard } from '../../fields/paste-guard.tsx'
import { fieldEditors } from '../../fields/registry.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import type { DraftStore } from './draft/draft-store.ts'
import classes from './editor.module.css'
import { FieldTools } from './translation/field-tools.tsx'
import translation from './translation/translation.module.css'
import { FieldEditors } from './presence/present-users.tsx'
import presence from './presence/presence.module.css'
import { placeMark } from './presence/use-presence.ts'
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
                  model={model}
                  isNamed={languages.length > 1}
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
  model: Model
  field: Field
  language: string
  /** Whether the language is part of the name, because there is another one beside it. */
  isNamed: boolean
}

const Row = memo(function Row({ store, model, field, language, isNamed }: RowProps) {
  const { luid } = field
  const { schema } = useSession()
  const format = useFormat()
  const box = useRef<HTMLDivElement>(null)
  const isTranslation = field.translatable && language !== schema.mainLanguage.key
  const value = useDraft(store, ({ values }) => values[language]?.[luid])
  const change = useCallback(
    (next: unknown) => store.set(language, luid, next),
    [store, language, luid],
  )
  const isTitle = field.id === model.titleFieldId
  return (
    <div
      ref={box}
      className={`${presence.field} ${isTranslation ? translation.translated : ''}`}
      {...placeMark(luid, language)}
      {...(isNamed && { role: 'group', 'aria-label': format.language(language) })}
    >
      <PasteGuard className={isTitle ? classes.titleField : undefined} language={language}>
        <FieldInput
          field={field}
          value={value}
          onChange={change}
          path={`languages.${language}.fields.${luid}`}
          language={language}
        />
      </PasteGuard>
      <FieldEditors field={luid} language={language} />
      {isTranslation && (
        <FieldTools store={store} model={model} field={field} language={language} box={box} />
      )}
    </div>
  )
})
