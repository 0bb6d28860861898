import type { ItemLabel } from '@octavo/schema/admin/contents.ts'
import type { Release } from '@octavo/schema/admin/releases.ts'
import type { RecentItem } from '@octavo/schema/admin/start.ts'
import type { ScheduledItem } from '@octavo/schema/admin/schedules.ts'
import {
  IconCalendarClock,
  IconChecklist,
  IconInbox,
  IconPackage,
  IconPencil,
  IconWorldUpload,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { useAuditTexts } from '../../components/audit-texts.ts'
import { today } from '../../components/today.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import { ErrorView } from '../../layout/error-view.tsx'
import { PageHeader } from '../../layout/page-header.tsx'
import { NewItem } from '../contents/new-item.tsx'
import { NoModels } from '../contents/no-models.tsx'
import { useReleaseState } from '../releases/release-state.tsx'
import { Card, type CardRow } from './card.tsx'
import { Failures } from './failures.tsx'
import { Checklist } from './first-run/checklist.tsx'
import { FirstRun } from './first-run/first-run.tsx'
import classes from './start.module.css'

/** How often the start page looks for the first read of a site. */
const setupMs = 10_000

/** The first page of a root space: what the user has to do, and what happened. */
export function Start() {
  const t = useText()
  const { schema, can, modelsFile } = useSession()
  const isOwnModels = modelsFile === null
  const hasModels = schema.root.models.length > 0
  return (
    <div className={classes.page}>
      <PageHeader title={t('nav.start')}>
        {can('writer') && hasModels && <NewItem model={undefined} space={undefined} />}
      </PageHeader>
      {hasModels && <Lists />}
      {!hasModels && (isOwnModels && can('admin') ? <FirstRun /> : <NoModels />)}
    </div>
  )
}

function Lists() {
  const t = useText()
  const format = useFormat()
  const { root, can } = useSession()
  const { recentRow, scheduleRow, releaseRow, itemRow } = useRows()
  const day = today()
  const { data, error, refetch } = useQuery({
    queryKey: ['start', root, day],
    queryFn: ({ signal }) =>
      admin.call('readStart', { params: { root }, query: { review_by: day }, signal }),
    // The first read of a site is no change that the server reports.
    refetchInterval: ({ state }) => (state.data?.setup ? setupMs : false),
  })
  const all = (list: string, link: Pick<LinkProps, 'to' | 'search'>) => (
    <Link
      {...link}
      params={{ root }}
      className={classes.all}
      aria-label={t('start.allOf', { list })}
    >
      {t('start.all')}
    </Link>
  )
  if (error) return <ErrorView error={error} reset={() => void refetch()} />
  if (!data) return <p className={classes.none}>{t('common.loading')}</p>
  return (
    <>
      <Failures page={data} />
      <Checklist setup={data.setup} />
      <div className={classes.cards}>
        <Card
          title={t('start.drafts')}
          icon={IconPencil}
          rows={data.drafts.map((one) => recentRow(one, false))}
          none={t('start.none.drafts')}
        />
        {can('editor') && (
          <Card
            title={t('start.waiting')}
            icon={IconInbox}
            rows={data.waiting.map((one) => recentRow(one, true))}
            none={t('start.none.waiting')}
          />
        )}
        <Card
          title={t('start.reviews')}
          icon={IconChecklist}
          rows={data.reviews.map(({ item, by }) =>
            itemRow(item, [t('review.badge', { date: format.day(by) })]),
          )}
          none={t('start.none.reviews')}
          all={all(t('start.reviews'), { to: '/$root/contents', search: { state: 'review' } })}
        />
        <Card
          title={t('start.scheduled')}
          icon={IconCalendarClock}
          rows={data.scheduled.map(scheduleRow)}
          none={t('start.none.scheduled')}
          all={all(t('start.scheduled'), { to: '/$root/calendar', search: {} })}
        />
        <Card
          title={t('nav.releases')}
          icon={IconPackage}
          rows={data.releases.map(releaseRow)}
          none={t('start.none.releases')}
          all={all(t('nav.releases'), { to: '/$root/releases', search: {} })}
        />
        <Card
          title={t('start.published')}
          icon={IconWorldUpload}
          rows={data.published.map((one) => recentRow(one, true))}
          none={t('start.none.published')}
          all={all(t('start.published'), {
            to: '/$root/contents',
            search: { order: '-_last_published_at' },
          })}
        />
      </div>
    </>
  )
}

/** The rows of the cards in words. */
function useRows() {
  const t = useText()
  const format = useFormat()
  const { root, schema } = useSession()
  const { actorText } = useAuditTexts()
  const isMany = schema.root.languages.length > 1
  const named = (languages: readonly string[]): string[] =>
    isMany ? [languages.map((key) => format.language(key)).join(t('history.and'))] : []

  const releaseState = useReleaseState()

  function itemRow(item: ItemLabel, facts: string[], key = String(item.id)): CardRow {
    const model = schema.modelByLuid.get(item.model)?.name ?? item.model
    const link = { to: '/$root/contents/$id', params: { root, id: String(item.id) } } as const
    return { key, title: item.title, link, facts: [...facts, model] }
  }
  function recentRow({ item, languages, at, by }: RecentItem, hasAuthor: boolean): CardRow {
    const time = format.ago(at)
    const when = hasAuthor ? t('start.byAt', { who: actorText(by), time }) : time
    return itemRow(item, [when, ...named(languages)])
  }
  function scheduleRow({ item, language, action, at }: ScheduledItem): CardRow {
    const key = `${item.id} ${language} ${action}`
    return itemRow(item, [t(`schedule.${action}`), format.moment(at), ...named([language])], key)
  }
  function releaseRow(release: Release): CardRow {
    const { luid, name, items } = release
    const { state, time } = releaseState(release)
    const count = t('start.items', { count: format.number(items) })
    const facts = [state, time, count].filter((fact) => fact !== '')
    const link = { to: '/$root/releases/$release', params: { root, release: luid } } as const
    return { key: luid, title: name, link, facts }
  }
  return { recentRow, scheduleRow, releaseRow, itemRow }
}
