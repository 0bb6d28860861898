import { Anchor, Button } from '@mantine/core'
import type { WebhookDelivery } from '@octavo/schema/admin/webhooks.ts'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../../../api/session.tsx'
import { Mark } from '../../../../components/mark.tsx'
import { useFormat } from '../../../../i18n/format.ts'
import { useText } from '../../../../i18n/text.tsx'
import settings from '../../settings.module.css'
import { useDeliveryTexts } from './delivery-texts.ts'

interface DeliveryRowProps {
  delivery: WebhookDelivery
  onOpen: () => void
}

export function DeliveryRow({ delivery, onOpen }: DeliveryRowProps) {
  const t = useText()
  const format = useFormat()
  const { root } = useSession()
  const { eventText, subjectText } = useDeliveryTexts()
  const { id, type, subject, state, attempts, status, milliseconds, createdAt, nextAt } = delivery
  const itemId = /^item (\d+)$/.exec(subject)?.[1]
  return (
    <tr>
      <td className={settings.time} title={format.dateTime(createdAt)}>
        {format.ago(createdAt)}
      </td>
      <td>{eventText(type)}</td>
      <td>
        {itemId === undefined ? (
          subjectText(subject)
        ) : (
          <Anchor component={Link} to={`/${root}/contents/${itemId}`} c="inherit" size="sm">
            {subjectText(subject)}
          </Anchor>
        )}
      </td>
      <td>
        <Mark mark={state} text={t(`webhooks.state.${state}`)} />
        {nextAt !== null && attempts > 0 && (
          <div className={settings.small}>
            {t('webhooks.nextAt')}: {format.dateTime(nextAt)}
          </div>
        )}
      </td>
      <td data-label={t('webhooks.result')}>
        {milliseconds !== null && (
          <>
            {status ?? t('webhooks.noResponse')}
            <div className={settings.small}>
              {t('webhooks.milliseconds', { count: format.number(milliseconds) })}
            </div>
          </>
        )}
      </td>
      <td data-label={t('webhooks.attempts')}>{format.number(attempts)}</td>
      <td>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${t('action.open')}: ${eventText(type)} ${id}`}
          onClick={onOpen}
        >
          {t('action.open')}
        </Button>
      </td>
    </tr>
  )
}
