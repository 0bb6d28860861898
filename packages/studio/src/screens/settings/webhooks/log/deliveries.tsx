import { Button, Group, Text } from '@mantine/core'
import { eventTypes } from '@octavo/schema/events.ts'
import { deliveryStates, type DeliveryState } from '@octavo/schema/webhooks.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../../../../api/admin.ts'
import { useSession } from '../../../../api/session.tsx'
import { Choice } from '../../../../components/list-choices.tsx'
import { useText } from '../../../../i18n/text.tsx'
import { Message } from '../../../../layout/message.tsx'
import settings from '../../settings.module.css'
import { refetchMs } from '../use-webhooks.ts'
import { DeliveryRow } from './delivery-row.tsx'

interface DeliveriesProps {
  webhook: number
  isDeploy: boolean
  onOpen: (delivery: number) => void
}

/** Newest first, with filters and older pages. */
export function Deliveries({ webhook, isDeploy, onOpen }: DeliveriesProps) {
  const t = useText()
  const { root } = useSession()
  const [state, setState] = useState<DeliveryState>()
  const [type, setType] = useState<string>()
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['webhooks', root, webhook, 'deliveries', state, type],
    queryFn: ({ pageParam, signal }) =>
      admin.call('listDeliveries', {
        params: { root, id: webhook },
        query: {
          ...(state && { state }),
          ...(type !== undefined && { type }),
          ...(pageParam !== null && { before: String(pageParam) }),
        },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    // Older pages would all be refetched too.
    refetchInterval: (query) => (query.state.data?.pages.length === 1 ? refetchMs : false),
  })
  const rows = data?.pages.flatMap(({ deliveries }) => deliveries)
  const isFiltered = state !== undefined || type !== undefined
  return (
    <>
      <Group gap="xs">
        <Choice
          label={t('webhooks.state')}
          value={state}
          onChange={(value) => setState(deliveryStates.find((one) => one === value))}
          data={[
            { value: '', label: t('webhooks.allStates') },
            ...deliveryStates.map((value) => ({ value, label: t(`webhooks.state.${value}`) })),
          ]}
        />
        {!isDeploy && (
          <Choice
            label={t('webhooks.event')}
            value={type}
            onChange={setType}
            data={[
              { value: '', label: t('webhooks.allEvents') },
              ...[...eventTypes, 'webhook.test' as const].map((value) => ({
                value,
                label: t(`webhooks.event.${value}`),
              })),
            ]}
          />
        )}
      </Group>
      {rows?.length === 0 &&
        (isFiltered ? (
          <Text c="dimmed">{t('webhooks.logNoMatch')}</Text>
        ) : (
          <Message title={t('webhooks.logEmpty')}>
            {t(isDeploy ? 'deploys.hint.none' : 'webhooks.logEmptyHint')}
          </Message>
        ))}
      {rows && rows.length > 0 && (
        <div className={settings.scroll}>
          <table className={`${settings.table} ${settings.cards}`}>
            <thead>
              <tr>
                <th scope="col">{t('settings.when')}</th>
                <th scope="col">{t('webhooks.event')}</th>
                <th scope="col">{t('webhooks.subject')}</th>
                <th scope="col">{t('webhooks.state')}</th>
                <th scope="col">{t('webhooks.result')}</th>
                <th scope="col">{t('webhooks.attempts')}</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {rows.map((delivery) => (
                <DeliveryRow
                  key={delivery.id}
                  delivery={delivery}
                  onOpen={() => onOpen(delivery.id)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {hasNextPage && (
        <Group>
          <Button
            variant="default"
            loading={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {t('webhooks.more')}
          </Button>
        </Group>
      )}
    </>
  )
}
