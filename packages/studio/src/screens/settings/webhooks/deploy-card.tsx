import { Anchor, CopyButton, Text } from '@mantine/core'
import type { WebhookInfo } from '@octavo/schema/admin/webhooks.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/text.tsx'
import { DeployDetails } from '../../../layout/deploys/deploy-details.tsx'
import { useDeploys } from '../../../layout/deploys/use-deploys.ts'
import classes from './webhooks.module.css'

/** What a deploy hook has in addition to a webhook. */
export function DeployCard({ info }: { info: WebhookInfo }) {
  const t = useText()
  const format = useFormat()
  const shown = useDeploys().find(({ id }) => id === info.id)
  if (!info.deploy) return null
  const { preset, debounce, interval, statusPath } = info.deploy
  const pace = { debounce: format.number(debounce), interval: format.number(interval) }
  const url = statusPath === null ? null : `${location.origin}${statusPath}/live`
  return (
    <>
      {shown && !shown.isDisabled && <DeployDetails info={shown} />}
      <Text size="sm">
        {t(`deploys.preset.${preset}`)} · {t('deploys.pace', pace)}
      </Text>
      {url !== null && (
        <details className={classes.details}>
          <summary>{t('deploys.status')}</summary>
          <Text size="xs" c="dimmed">
            {t('deploys.statusHint')}
          </Text>
          <p className={classes.target}>{url}</p>
          <CopyButton value={url}>
            {({ copied, copy }) => (
              <Anchor component="button" type="button" size="sm" td="underline" onClick={copy}>
                {copied ? t('action.copied') : t('action.copy')}
              </Anchor>
            )}
          </CopyButton>
        </details>
      )}
    </>
  )
}
