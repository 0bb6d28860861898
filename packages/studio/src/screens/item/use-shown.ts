import type { Field, Model } from '@octavo/schema/definitions.ts'
import type { Schema } from '@octavo/schema/schema.ts'
import { useSession } from '../../api/session.tsx'
import { isShown, seenValues } from '../../fields/shown.ts'
import type { ByLanguage, Values } from './draft/draft-state.ts'
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
  const isConditional = model.fields.some(({ showWhen }) => showWhen)
  const hidden = useDraft(store, ({ values }) => {
    if (!isConditional) return ''
    const shown = new Set(shownIn(values, model, languages, schema))
    return fields.flatMap((field) => (shown.has(field) ? [] : [field.luid])).join()
  })
  const names = new Set(hidden.split(','))
  return fields.filter(({ luid }) => !names.has(luid))
}

/** The fields of a model that these values show in any of these languages. */
export function shownIn(
  values: ByLanguage<Values>,
  model: Model,
  languages: readonly string[],
  schema: Schema,
): Field[] {
  const main = schema.mainLanguage.key
  const seen = languages.map((language) =>
    language === main
      ? (values[main] ?? {})
      : seenValues(values[language], values[main], model.fields, schema),
  )
  return model.fields.filter((field) => seen.some((one) => isShown(field, one, schema)))
}
