import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { admin } from '../../../api/admin.ts'
import { useSession } from '../../../api/session.tsx'
import list from '../../../components/plain-list.module.css'
import { useFormat } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/text.tsx'
import classes from '../editor.module.css'

/** The releases that will change the item. */
export function InReleases({ id }: { id: number }) {
  const t = useText()
  const format = useFormat()
  const { root, schema } = useSession()
  const isMany = schema.root.languages.length > 1
  const { data } = useQuery({
    queryKey: ['releases', root, 'item', id],
    queryFn: ({ signal }) => admin.call('listItemReleases', { params: { root, id }, signal }),
  })
  const planned = (data?.releases ?? []).filter(({ state }) => state !== 'published')
  if (planned.length === 0) return null
  return (
    <section className={classes.section} aria-label={t('release.ofItem')}>
      <h2 className={classes.sectionTitle}>{t('release.ofItem')}</h2>
      <ul className={list.list}>
        {planned.map(({ luid, name, state, at, language, action, isDraftNewer }) => (
          <li key={`${luid} ${language}`}>
            <Text size="sm" fw={500}>
              <Link
                to="/$root/releases/$release"
                params={{ root, release: luid }}
                style={{ color: 'inherit' }}
              >
                {name}
              </Link>
            </Text>
            <Text size="sm">
              {t(`release.action.${action}`)}
              {isMany && language !== null && ` (${format.language(language)})`}
              {` · ${at === null ? t(`release.state.${state}`) : format.moment(at)}`}
            </Text>
            {isDraftNewer && (
              <Text size="xs" c="dimmed">
                {t('release.draftNewer')}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
