import type { DeployInfo } from '@octavo/schema/admin/webhooks.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'

export interface DeployTexts {
  state: (info: DeployInfo) => string
  /** What the state means and what to do. */
  hints: (info: DeployInfo) => string[]
}

export function useDeployTexts(): DeployTexts {
  const t = useText()
  const format = useFormat()
  const when = (iso: string): string =>
    format.date(iso) === format.date(new Date().toISOString())
      ? format.time(iso)
      : format.shortMoment(iso)
  return {
    state: ({ state, since, isDisabled }) =>
      isDisabled
        ? t('webhooks.disabled')
        : t(`deploys.state.${state}`, { time: since === null ? '' : when(since) }),
    hints(info) {
      const { state, error, nextAttemptAt, nextBuildAt, liveAt, isDisabled } = info
      if (isDisabled) return [t('deploys.hint.disabled')]
      const hints = [t(`deploys.hint.${state}`)]
      if (error !== null) hints.unshift(t('deploys.error', { error: t.message(error) }))
      if (nextAttemptAt !== null)
        hints.push(t('deploys.nextAttempt', { time: when(nextAttemptAt) }))
      if (nextBuildAt !== null) hints.push(t('deploys.nextBuild', { time: when(nextBuildAt) }))
      if (state !== 'live' && liveAt !== null) {
        hints.push(t('deploys.lastLive', { time: when(liveAt) }))
      }
      return hints.filter((hint) => hint !== '')
    },
  }
}

const marks = {
  none: 'stopped',
  requesting: 'pending',
  retrying: 'failed',
  refused: 'failed',
  requested: 'stopped',
  building: 'pending',
  live: 'succeeded',
  failed: 'failed',
} as const satisfies Record<DeployInfo['state'], string>

export function markOf({ state, isDisabled }: DeployInfo): (typeof marks)[keyof typeof marks] {
  return isDisabled ? 'failed' : marks[state]
}
