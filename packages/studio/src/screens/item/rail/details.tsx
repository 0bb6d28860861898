import type { Actor } from '@octavo/schema/admin/contents.ts'
import type { EditableItem } from '@octavo/schema/admin/items.ts'
import { useSession } from '../../../api/session.tsx'
import { useFormat } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/text.tsx'
import facts from '../../../components/facts.module.css'
import classes from '../editor.module.css'
import { updatedAt } from '../language-facts.ts'

export function Details({ item, language }: { item: EditableItem; language: string }) {
  const t = useText()
  const format = useFormat()
  const { schema } = useSession()
  const changedAt = updatedAt(item, language, schema.mainLanguage.key)
  const by = (actor: Actor | null, at: string): string =>
    actor?.name ? `${actor.name}, ${format.ago(at)}` : format.ago(at)
  return (
    <section className={classes.section} aria-label={t('item.details')}>
      <dl className={facts.facts}>
        <dt>{t('item.id')}</dt>
        <dd>{item.id}</dd>
        {schema.hasSubSpaces && (
          <>
            <dt>{t('list.space')}</dt>
            <dd>{schema.spaceByLuid.get(item.space)?.name ?? item.space}</dd>
          </>
        )}
        <dt>{t('item.created')}</dt>
        <dd title={format.dateTime(item.createdAt)}>{by(item.createdBy, item.createdAt)}</dd>
        <dt>{t('item.changed')}</dt>
        <dd title={format.dateTime(changedAt)}>
          {by(item.changedAt === changedAt ? item.changedBy : null, changedAt)}
        </dd>
        {item.languages
          .filter(({ lastPublishedAt }) => lastPublishedAt !== null)
          .map(({ language: key, lastPublishedAt, publishedAt }) => (
            <PublishedRow
              key={key}
              label={t('item.publishedIn', { language: format.language(key) })}
              time={format.ago(lastPublishedAt ?? '')}
              title={t('item.firstPublished', { time: format.dateTime(publishedAt ?? '') })}
            />
          ))}
      </dl>
    </section>
  )
}

function PublishedRow({ label, time, title }: { label: string; time: string; title: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd title={title}>{time}</dd>
    </>
  )
}
