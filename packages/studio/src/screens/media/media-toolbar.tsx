import { SegmentedControl } from '@mantine/core'
import { IconLayoutGrid, IconList } from '@tabler/icons-react'
import { useCallback } from 'react'
import { useSession } from '../../api/session.tsx'
import classes from '../../components/list-bar.module.css'
import { Choice, SpaceChoice, StateChoice } from '../../components/list-choices.tsx'
import { KindChoice, LabelChoices } from '../../components/media-labels.tsx'
import { SearchBox } from '../../components/search-box.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import type { MediaSearch } from './media-search.ts'

interface MediaToolbarProps {
  search: MediaSearch
  onChange: (change: Partial<MediaSearch>, isReplacing?: boolean) => void
}

export function MediaToolbar({ search, onChange }: MediaToolbarProps) {
  const t = useText()
  const format = useFormat()
  const { schema } = useSession()
  const find = useCallback(
    (contains: string | undefined) => onChange({ contains }, true),
    [onChange],
  )
  return (
    <div className={classes.bar} role="search">
      <SearchBox label={t('media.search')} value={search.contains} onSearch={find} />
      <div className={classes.choices}>
        <KindChoice kind={search.kind} onChange={(kind) => onChange({ kind })} />
        <LabelChoices folder={search.folder} tag={search.tag} onChange={onChange} />
        <Choice
          label={t('media.altFilter')}
          value={search.withoutAlt}
          onChange={(withoutAlt) => onChange({ withoutAlt })}
          data={[
            { value: '', label: t('media.anyAlt') },
            ...schema.root.languages.map(({ key }) => ({
              value: key,
              label: t('media.withoutAlt', { language: format.language(key) }),
            })),
          ]}
        />
        <SpaceChoice value={search.space} onChange={(space) => onChange({ space })} />
        <StateChoice
          value={search.state}
          onChange={(state) => onChange({ state: state as MediaSearch['state'] })}
        />
        <Choice
          label={t('media.order')}
          value={search.order}
          onChange={(order) => onChange({ order })}
          data={[
            { value: '', label: t('media.order.newest') },
            { value: 'created_at', label: t('media.order.oldest') },
            { value: 'filename', label: t('media.order.name') },
            { value: '-bytes', label: t('media.order.largest') },
          ]}
        />
      </div>
    </div>
  )
}

/** The choice between grid and list. */
export function ViewChoice({ search, onChange }: MediaToolbarProps) {
  const t = useText()
  return (
    <SegmentedControl
      aria-label={t('media.shown')}
      value={search.shown ?? 'grid'}
      onChange={(value) => onChange({ shown: value === 'list' ? 'list' : undefined }, true)}
      data={[
        {
          value: 'grid',
          label: <Sign icon={<IconLayoutGrid size={16} aria-hidden />} text={t('media.grid')} />,
        },
        {
          value: 'list',
          label: <Sign icon={<IconList size={16} aria-hidden />} text={t('media.list')} />,
        },
      ]}
    />
  )
}

function Sign({ icon, text }: { icon: React.ReactNode; text: string }) {
  return (
    <span title={text} style={{ display: 'flex' }}>
      {icon}
      <span className="visually-hidden">{text}</span>
    </span>
  )
}
