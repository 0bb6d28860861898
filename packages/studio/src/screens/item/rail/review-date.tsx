import { Button, Group, Text } from '@mantine/core'
import type { EditableItem } from '@octavo/schema/admin/items.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { admin } from '../../../api/admin.ts'
import { useSession } from '../../../api/session.tsx'
import { DateInput } from '../../../components/date-input.tsx'
import { showNotice } from '../../../components/notice.tsx'
import { today } from '../../../components/today.ts'
import { useFormat } from '../../../i18n/format.ts'
import { errorText } from '../../../i18n/problems.ts'
import { useText } from '../../../i18n/text.tsx'
import { addMonths } from '../../calendar/calendar-dates.ts'
import type { DraftStore } from '../draft/draft-store.ts'
import classes from '../editor.module.css'
import { useSettle } from '../use-settle.ts'

interface ReviewDateProps {
  store: DraftStore
  item: EditableItem
}

/** The day by which the item is to be reviewed. It is saved at once, apart from the draft. */
export function ReviewDate({ store, item }: ReviewDateProps) {
  const t = useText()
  const format = useFormat()
  const { can } = useSession()
  const { reviewBy } = item
  const isDue = reviewBy !== null && reviewBy <= today()
  const isActive = item.archivedAt === null && item.deletedAt === null
  if (!can('writer') || !isActive) {
    if (reviewBy === null) return null
    return (
      <section className={classes.section} aria-label={t('review.by')}>
        <Text size="sm">{t('review.badge', { date: format.day(reviewBy) })}</Text>
      </section>
    )
  }
  return (
    <section className={classes.section} aria-label={t('review.by')}>
      {isDue && <h2 className={classes.sectionTitle}>{t('review.due')}</h2>}
      <ReviewForm store={store} item={item} />
    </section>
  )
}

function ReviewForm({ store, item: { id, reviewBy } }: ReviewDateProps) {
  const t = useText()
  const client = useQueryClient()
  const { root } = useSession()
  const settle = useSettle(store)
  const [typed, setTyped] = useState(reviewBy)
  useEffect(() => setTyped(reviewBy), [reviewBy])
  const save = useMutation({
    mutationFn: (by: string | null) =>
      admin.call('setReview', { params: { root, id }, body: { by } }),
    onSuccess: (item) => {
      settle(item)
      void client.invalidateQueries({ queryKey: ['start', root] })
      showNotice({ text: t(item.reviewBy === null ? 'review.cleared' : 'review.set') })
    },
    onError: () => setTyped(reviewBy),
  })
  /** While a date is typed, the input may have a date of another century. */
  const saveTyped = (): void => {
    if (typed !== reviewBy) save.mutate(typed)
  }
  const choices = [
    { months: 3, label: t('review.inMonths', { count: 3 }) },
    { months: 6, label: t('review.inMonths', { count: 6 }) },
    { months: 12, label: t('review.inYear') },
  ]
  return (
    <>
      <DateInput
        label={t('review.by')}
        description={t('review.hint')}
        value={typed}
        onChange={setTyped}
        onBlur={saveTyped}
        onKeyDown={({ key }) => {
          if (key === 'Enter') saveTyped()
        }}
        error={save.error && errorText(save.error, t)}
      />
      <Group gap={4} mt={6}>
        {choices.map(({ months, label }) => (
          <Button
            key={months}
            size="compact-xs"
            variant="default"
            onClick={() => save.mutate(addMonths(today(), months))}
          >
            {label}
          </Button>
        ))}
        {reviewBy !== null && (
          <Button size="compact-xs" variant="subtle" onClick={() => save.mutate(null)}>
            {t('action.remove')}
          </Button>
        )}
      </Group>
    </>
  )
}
