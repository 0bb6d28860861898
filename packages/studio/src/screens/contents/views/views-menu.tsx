import { Button, Menu } from '@mantine/core'
import type { SavedView } from '@octavo/schema/admin/views.ts'
import { IconBookmark, IconCheck, IconUsers } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../../../api/session.tsx'
import { useText } from '../../../i18n/text.tsx'
import classes from '../contents.module.css'
import { readListSearch } from '../list-search.ts'
import type { useList } from '../use-list.ts'
import { ManageViews } from './manage-views.tsx'
import { SaveView } from './save-view.tsx'
import { isShownBy, useViews } from './use-views.ts'

/** Opens a saved view of the list, or saves the current one. */
export function ViewsMenu({ view: { search, list } }: { view: ReturnType<typeof useList> }) {
  const t = useText()
  const { root, schema } = useSession()
  const navigate = useNavigate()
  // After the list, which is more urgent.
  const { data } = useViews(list.data !== undefined)
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null)
  const views = data?.views ?? []
  const current = views.find((view) => isShownBy(search, view))
  if (schema.root.models.length === 0) return null
  const entry = (view: SavedView) => (
    <Menu.Item
      key={view.id}
      leftSection={
        view === current ? <IconCheck size={15} aria-hidden /> : <span style={{ width: 15 }} />
      }
      rightSection={
        view.isShared && <IconUsers size={15} aria-label={t('views.shared')} role="img" />
      }
      aria-current={view === current ? 'true' : undefined}
      onClick={() =>
        void navigate({
          to: '/$root/contents',
          params: { root },
          search: readListSearch(view.search),
        })
      }
    >
      {view.name}
    </Menu.Item>
  )
  return (
    <>
      <Menu position="bottom-end" width={280}>
        <Menu.Target>
          <Button variant="default" className={classes.views}>
            <IconBookmark size={16} aria-hidden />
            <span className={classes.viewName}>{current?.name ?? t('views.title')}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.length === 0 && <Menu.Label>{t('views.none')}</Menu.Label>}
          {views.map(entry)}
          <Menu.Divider />
          <Menu.Item onClick={() => setDialog('save')}>{t('views.save')}</Menu.Item>
          {views.length > 0 && (
            <Menu.Item onClick={() => setDialog('manage')}>{t('views.manage')}</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'save' && <SaveView search={search} onClose={() => setDialog(null)} />}
      {dialog === 'manage' && (
        <ManageViews views={views} search={search} onClose={() => setDialog(null)} />
      )}
    </>
  )
}
