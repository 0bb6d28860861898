import { Button } from '@mantine/core'
import type { Release, ReleaseEntry } from '@octavo/schema/admin/releases.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import { InDialog, lazyPart } from '../../layout/lazy-part.tsx'
import settings from '../settings/settings.module.css'
import { ItemLink } from '../../components/item-link.tsx'
import classes from './releases.module.css'
import { useReleaseChange } from './use-release.ts'

const EntryChanges = lazyPart(
  async () => (await import('./entry-changes.tsx')).EntryChanges,
  InDialog,
)

interface EntriesProps {
  release: Release
  rows: readonly ReleaseEntry[]
  /** Whether the entries can be changed. */
  isEditable: boolean
}

/** The changes of a release, one for each item and language. */
export function Entries({ release, rows, isEditable }: EntriesProps) {
  const t = useText()
  const { schema, root } = useSession()
  const format = useFormat()
  const [shown, setShown] = useState<ReleaseEntry | null>(null)
  const isPending = release.state !== 'published'
  const params = { root, release: release.luid }
  const remove = useReleaseChange(
    ({ item, language }: ReleaseEntry) =>
      admin.call('removeFromRelease', { params, body: { ids: [item.id], language } }),
    'release.removed',
  )
  const renew = useReleaseChange(
    ({ item, language }: ReleaseEntry) =>
      admin.call('addToRelease', { params, body: { ids: [item.id], language } }),
    'release.updated',
  )
  const table = (
    <table className={`${settings.table} ${settings.cards}`}>
      <thead>
        <tr>
          <th scope="col">{t('list.title')}</th>
          <th scope="col">{t('release.change')}</th>
          <th scope="col">{t('list.language')}</th>
          <th scope="col">{t('list.model')}</th>
          <th scope="col">
            <span className="visually-hidden">{t('action.more')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((entry) => {
          const { item, language, action, title } = entry
          const name = title || item.title || t('common.untitled')
          return (
            <tr key={`${item.id} ${language}`}>
              <td>
                <ItemLink item={item} title={title} />
                {entry.isDraftNewer && isEditable && (
                  <div className={classes.note}>{t('release.draftNewer')}</div>
                )}
              </td>
              <td className={classes.fact}>{t(`release.action.${action}`)}</td>
              <td className={classes.fact}>
                {language === null ? t('release.allLanguages') : format.language(language)}
              </td>
              <td className={classes.fact}>
                {schema.modelByLuid.get(item.model)?.name ?? item.model}
              </td>
              <td className={classes.right}>
                {action === 'publish' && (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    color="gray"
                    c="inherit"
                    aria-label={`${t('release.changes')}: ${name}`}
                    onClick={() => setShown(entry)}
                  >
                    {t('release.changes')}
                  </Button>
                )}
                {isPending && action === 'publish' && (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    color="gray"
                    c="inherit"
                    aria-label={`${t('release.preview')}: ${name}`}
                    renderRoot={(props) => (
                      <Link
                        to="/$root/explorer"
                        params={{ root }}
                        search={{ release: release.luid, id: String(item.id) }}
                        {...props}
                      />
                    )}
                  >
                    {t('release.preview')}
                  </Button>
                )}
                {isEditable && entry.isDraftNewer && (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    aria-label={`${t('release.updateCopy')}: ${name}`}
                    onClick={() => renew.mutate(entry)}
                  >
                    {t('release.updateCopy')}
                  </Button>
                )}
                {isEditable && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`${t('action.remove')}: ${name}`}
                    onClick={() => remove.mutate(entry)}
                  >
                    {t('action.remove')}
                  </Button>
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
  return (
    <>
      {table}
      {shown && <EntryChanges release={release} entry={shown} onClose={() => setShown(null)} />}
    </>
  )
}
