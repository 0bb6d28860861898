import type { Field, Model } from '@octavo/schema/definitions.ts'
import { useSession } from '../../../api/session.tsx'
import { showNotice } from '../../../components/notice.tsx'
import { useFormat } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/text.tsx'
import { shownIn } from '../use-shown.ts'
import type { DraftStore } from '../draft/draft-store.ts'
import { isSame } from '../draft/same.ts'
import { copiedValue, isEmptyValue } from './copied-value.ts'

/** What copying from the main language would do to the fields of a translation. */
export interface CopyPlan {
  /** Empty fields. */
  filled: Field[]
  /** Fields whose text would be lost. */
  replaced: Field[]
}

/** Copies values of the main language into a translation. The notice offers to undo it. */
export function useCopy(store: DraftStore, model: Model, language: string) {
  const t = useText()
  const format = useFormat()
  const { schema } = useSession()
  const main = schema.mainLanguage.key

  function plan(only?: readonly Field[]): CopyPlan {
    const { values } = store.get()
    const fields = only ?? shownIn(values, model, [language, main], schema)
    const copied = fields.filter((field) => {
      const value = copiedValue(field, values[main]?.[field.luid], schema)
      return (
        field.translatable &&
        field.readOnly !== true &&
        !isEmptyValue(value) &&
        !isSame(value, values[language]?.[field.luid])
      )
    })
    const isFilled = ({ luid }: Field): boolean => isEmptyValue(values[language]?.[luid])
    return {
      filled: copied.filter(isFilled),
      replaced: copied.filter((field) => !isFilled(field)),
    }
  }

  function copy(fields: readonly Field[]): void {
    const { values } = store.get()
    const changes = fields.map((field) => ({
      luid: field.luid,
      before: values[language]?.[field.luid],
      after: copiedValue(field, values[main]?.[field.luid], schema),
    }))
    for (const { luid, after } of changes) store.set(language, luid, after)
    store.renew()
    const undo = (): void => {
      const now = store.get().values[language]
      // What was written since stays.
      for (const { luid, before, after } of changes) {
        if (isSame(now?.[luid], after)) store.set(language, luid, before ?? null)
      }
      store.renew()
    }
    const [only] = fields
    const names = { source: format.language(main), target: format.language(language) }
    const text =
      only && fields.length === 1
        ? t('translation.copiedField', { ...names, field: only.name })
        : t('translation.copied', { ...names, count: fields.length })
    showNotice({ text, undo })
  }

  return { plan, copy }
}
