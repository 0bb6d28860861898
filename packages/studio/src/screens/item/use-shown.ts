import type { Field, Model } from '@octavo/schema/definitions.ts'
import { useSession } from '../../api/session.tsx'
import { isShown, seenValues } from '../../fields/shown.ts'
import type { DraftStore } from './draft/draft-store.ts'
import { useDraft } from './use-draft.ts'

/** Those of the fields that are shown in any of these languages. Rerenders only when they change. */
export function useShown(
  store: DraftStore,
  model: Model,
  fields: readonly Field[],
  languages: readonly string[],
): Field[] {
  const { schema } = useSession()
  const main = schema.mainLanguage.key
  const isConditional = model.fields.some(({ showWhen }) => showWhen)
  const hidden = useDraft(store, ({ values }) => {
    if (!isConditional) return ''
    const seen = languages.map((language) =>
      language === main
        ? (values[main] ?? {})
        : seenValues(values[language], values[main], model.fields, schema),
    )
    const isHidden = (field: Field): boolean => !seen.some((one) => isShown(field, one, schema))
    return fields.flatMap((field) => (isHidden(field) ? [field.luid] : [])).join()
  })
  const names = new Set(hidden.split(','))
  return fields.filter(({ luid }) => !names.has(luid))
}
