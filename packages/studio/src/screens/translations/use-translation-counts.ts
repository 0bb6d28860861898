import type { TranslationCounts } from '@octavo/schema/admin/translations.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'

/** How many items of each model lack a translation, or have an outdated one. */
export function useTranslationCounts(space: string | undefined, isEnabled = true) {
  const { root } = useSession()
  const query = space === undefined ? {} : { space }
  return useQuery({
    queryKey: ['translations', root, query],
    queryFn: ({ signal }) => admin.call('countTranslations', { params: { root }, query, signal }),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  })
}

/** The numbers of a language, for one model or for all together. */
export function countIn(
  { models }: TranslationCounts,
  model: string | undefined,
  language: string,
): { missing: number; outdated: number } {
  const luids = model?.split(',')
  const counts = models
    .filter((one) => luids === undefined || luids.includes(one.model))
    .flatMap(({ languages }) => languages.filter((one) => one.language === language))
  const sum = (of: 'missing' | 'outdated'): number =>
    counts.reduce((total, one) => total + one[of], 0)
  return { missing: sum('missing'), outdated: sum('outdated') }
}
