import { Kbd, NativeSelect, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useSession } from '../../api/session.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import { ColumnMenu } from './column-menu.tsx'
import classes from './contents.module.css'
import type { useList } from './use-list.ts'

const typingMs = 180

export function Toolbar({ view }: { view: ReturnType<typeof useList> }) {
  const { search, change } = view
  const t = useText()
  const format = useFormat()
  const { schema, spaces } = useSession()
  const { languages } = schema.root
  const choice = (
    name: 'space' | 'lang' | 'state',
    label: string,
    data: { value: string; label: string }[],
  ) => (
    <NativeSelect
      aria-label={label}
      data={data}
      value={search[name] ?? ''}
      onChange={({ currentTarget }) => {
        const value = currentTarget.value === '' ? undefined : currentTarget.value
        change({ [name]: value })
      }}
    />
  )
  return (
    <div className={classes.bar} role="search">
      {search.state === undefined && <SearchInput view={view} />}
      {languages.length > 1 &&
        search.state === undefined &&
        choice(
          'lang',
          t('list.language'),
          languages.map(({ key }, at) => ({
            value: at === 0 ? '' : key,
            label: format.language(key),
          })),
        )}
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
      {search.state === undefined && <ColumnMenu view={view} />}
    </div>
  )
}

/** Searches while typing. What an input method has not finished is not searched for. */
function SearchInput({ view: { search, change } }: { view: ReturnType<typeof useList> }) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(search.contains ?? '')
  const [isComposing, setIsComposing] = useState(false)
  useHotkeys([['/', () => input.current?.focus()]])
  const asked = search.contains ?? ''
  useEffect(() => {
    if (document.activeElement !== input.current) setText(asked)
  }, [asked])
  useEffect(() => {
    if (isComposing || text.trim() === asked) return
    const timer = setTimeout(
      () =>
        change({ contains: text.trim() === '' ? undefined : text.trim() }, { isReplacing: true }),
      typingMs,
    )
    return () => clearTimeout(timer)
  }, [text, isComposing, asked, change])
  return (
    <TextInput
      ref={input}
      type="search"
      className={classes.search}
      aria-label={t('list.search')}
      placeholder={t('list.search')}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text === '' ? (
          <Kbd size="xs" aria-hidden>
            /
          </Kbd>
        ) : null
      }
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onCompositionStart={() => setIsComposing(true)}
      onCompositionEnd={() => setIsComposing(false)}
    />
  )
}
