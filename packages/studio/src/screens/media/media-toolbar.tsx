import { NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { mediaKinds } from '@octavo/schema/admin/media.ts'
import { IconLayoutGrid, IconList, IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useSession } from '../../api/session.tsx'
import { useText } from '../../i18n/text.tsx'
import type { MediaSearch } from './media-search.ts'
import classes from './media.module.css'

interface MediaToolbarProps {
  search: MediaSearch
  onChange: (change: Partial<MediaSearch>, isReplacing?: boolean) => void
}

export function MediaToolbar({ search, onChange }: MediaToolbarProps) {
  const t = useText()
  const { spaces } = useSession()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(search.contains ?? '')
  useHotkeys([['/', () => input.current?.focus()]])
  useEffect(() => {
    const wanted = text.trim() === '' ? undefined : text.trim()
    if (wanted === search.contains) return
    const timer = setTimeout(() => onChange({ contains: wanted }, true), 180)
    return () => clearTimeout(timer)
  }, [text, search.contains, onChange])
  const choice = (
    name: keyof MediaSearch,
    label: string,
    data: { value: string; label: string }[],
  ) => (
    <NativeSelect
      aria-label={label}
      data={data}
      value={search[name] ?? ''}
      onChange={({ currentTarget }) =>
        onChange({ [name]: currentTarget.value === '' ? undefined : currentTarget.value })
      }
    />
  )
  return (
    <div className={classes.bar} role="search">
      <TextInput
        ref={input}
        type="search"
        className={classes.search}
        aria-label={t('media.search')}
        placeholder={t('media.search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {choice('kind', t('media.kind'), [
        { value: '', label: t('media.allKinds') },
        ...mediaKinds.map((kind) => ({ value: kind, label: t(`media.kind.${kind}`) })),
      ])}
      {spaces.length > 1 &&
        choice('space', t('list.space'), [
          { value: '', label: t('list.allSpaces') },
          ...spaces.map(({ luid, name }) => ({ value: luid, label: name })),
        ])}
      {choice('state', t('list.state'), [
        { value: '', label: t('list.active') },
        { value: 'archived', label: t('list.archived') },
        { value: 'trash', label: t('list.trash') },
      ])}
      {choice('order', t('media.order'), [
        { value: '', label: t('media.order.newest') },
        { value: 'created_at', label: t('media.order.oldest') },
        { value: 'filename', label: t('media.order.name') },
        { value: '-bytes', label: t('media.order.largest') },
      ])}
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
    </div>
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
