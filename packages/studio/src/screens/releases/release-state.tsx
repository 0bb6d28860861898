import type { Release } from '@octavo/schema/admin/releases.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'

/** The state of a release in words, with its time. */
export function useReleaseState(): (release: Release) => { state: string; time: string } {
  const t = useText()
  const format = useFormat()
  return ({ state, at, publishedAt, archivedAt }) => ({
    state: archivedAt === null ? t(`release.state.${state}`) : t('release.archived'),
    time: timeText(at ?? publishedAt, format.moment),
  })
}

function timeText(time: string | null, moment: (iso: string) => string): string {
  return time === null ? '' : moment(time)
}
