import type { TranslationState } from '@octavo/schema/choices.ts'
import { Choice } from '../../components/list-choices.tsx'
import { useSession } from '../../api/session.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import { countIn, useTranslationCounts } from '../translations/use-translation-counts.ts'
import type { useList } from './use-list.ts'

/** Shows only the items that lack a translation, or whose translation is outdated, with their numbers. */
export function TranslationChoice({ view }: { view: ReturnType<typeof useList> }) {
  const { search, change } = view
  const t = useText()
  const format = useFormat()
  const { schema } = useSession()
  const { data } = useTranslationCounts(search.space, view.list.data !== undefined)
  const others = schema.root.languages.filter(({ id }) => id !== schema.mainLanguage.id)
  const label = (key: string, state: TranslationState): string => {
    const language = format.language(key)
    if (!data) return t(`translations.${state}In`, { language })
    const count = countIn(data, search.model, key)[state]
    return t(`translations.${state}InCount`, { language, count })
  }
  return (
    <Choice
      label={t('translations.filter')}
      value={search.translation && `${search.translation} ${search.lang ?? ''}`}
      data={[
        { value: '', label: t('translations.all') },
        ...others.flatMap(({ key }) =>
          (['missing', 'outdated'] as const).map((state) => ({
            value: `${state} ${key}`,
            label: label(key, state),
          })),
        ),
      ]}
      onChange={(value) => {
        const [state, lang] = value?.split(' ') ?? []
        change(
          state === undefined
            ? { translation: undefined }
            : { translation: state as TranslationState, lang },
        )
      }}
    />
  )
}
