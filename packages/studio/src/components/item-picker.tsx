/** A combobox for items: type to search, arrow keys and Enter to choose, or create an item. */
import { Combobox, InputBase, Loader, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { ContentRow } from '@octavo/schema/admin/contents.ts'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { admin } from '../api/admin.ts'
import { useSession } from '../api/session.tsx'
import { useText } from '../i18n/text.tsx'
import { FoundIn } from './found-in.tsx'
import classes from './item-picker.module.css'
import { StatusBadge } from './status-badge.tsx'

interface ItemPickerProps {
  /** LUIDs; empty for every model. */
  models: string[]
  /** Items that are not offered. */
  exceptIds?: readonly number[]
  onChoose: (row: ContentRow) => void
  onCreate?: ((title: string, model: string) => void) | undefined
  /** Accessible name. */
  name: string
  /** Visible label. */
  label?: ReactNode
  placeholder?: string
  error?: ReactNode
  size?: string
  autoFocus?: boolean
  /** Called when the input loses the focus. */
  onLeave?: () => void
  /** Whether the list stays inside a popover, which a click elsewhere would close. */
  isInPlace?: boolean
}

export function ItemPicker(props: ItemPickerProps) {
  const { models, onChoose, onCreate, name, label } = props
  const t = useText()
  const { schema } = useSession()
  const [text, setText] = useState('')
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const found = useItems(models, text, combobox.dropdownOpened)
  const rows = found.rows.filter(({ id }) => !props.exceptIds?.includes(id))
  const { isFetching } = found
  const possible = models.length > 0 ? models : schema.root.models.map(({ luid }) => luid)
  const creatableModels = onCreate ? possible : []
  const choose = (value: string): void => {
    const row = rows.find(({ id }) => String(id) === value)
    if (row) onChoose(row)
    else onCreate?.(text.trim(), value.slice('new-'.length))
    setText('')
    combobox.closeDropdown()
  }
  return (
    <Combobox store={combobox} onOptionSubmit={choose} withinPortal={!props.isInPlace}>
      <Combobox.Target>
        <InputBase
          {...(label === undefined ? { 'aria-label': name } : { label })}
          size={props.size ?? 'sm'}
          placeholder={props.placeholder ?? t('picker.placeholder')}
          error={props.error}
          value={text}
          autoFocus={props.autoFocus}
          // A dialog focuses this element instead of its close button.
          data-autofocus={props.autoFocus}
          rightSection={isFetching ? <Loader size={14} /> : <Combobox.Chevron />}
          onClick={() => combobox.openDropdown()}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => {
            combobox.closeDropdown()
            props.onLeave?.()
          }}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            combobox.openDropdown()
            combobox.updateSelectedOptionIndex()
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options
          mah={280}
          // The place above or below the input is chosen once, so it needs room for what is loading.
          {...(!found.isLoaded && { mih: 200 })}
          style={{ overflowY: 'auto' }}
          aria-label={name}
        >
          {rows.map((row) => (
            <Combobox.Option key={row.id} value={String(row.id)} className={classes.option}>
              <span className={classes.title} lang={row.language}>
                {row.title || t('common.untitled')}
              </span>
              <FoundIn row={row} />
              {models.length !== 1 && (
                <span className={classes.model}>{schema.modelByLuid.get(row.model)?.name}</span>
              )}
              {row.status && row.status !== 'published' && <StatusBadge status={row.status} />}
            </Combobox.Option>
          ))}
          {rows.length === 0 && creatableModels.length === 0 && (
            <Combobox.Empty>{isFetching ? t('common.loading') : t('picker.none')}</Combobox.Empty>
          )}
          {creatableModels.map((luid) => (
            <Combobox.Option key={luid} value={`new-${luid}`} className={classes.option}>
              <IconPlus size={14} aria-hidden />
              {text.trim() === ''
                ? t('picker.new', { model: schema.modelByLuid.get(luid)?.name ?? luid })
                : t('picker.newTitled', {
                    model: schema.modelByLuid.get(luid)?.name ?? luid,
                    title: text.trim(),
                  })}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

function useItems(models: string[], text: string, isWanted: boolean) {
  const { root } = useSession()
  const [contains] = useDebouncedValue(text.trim(), 150)
  const query = {
    ...(models.length > 0 && { model: models.join(',') }),
    ...(contains !== '' && { '_title[contains]': contains, contains_in: 'all' as const }),
    order: '-_updated_at',
    limit: '20',
  }
  const { data, isFetching } = useQuery({
    queryKey: ['contents', root, query],
    queryFn: ({ signal }) => admin.call('listContents', { params: { root }, query, signal }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })
  return { rows: data?.rows ?? [], isFetching, isLoaded: data !== undefined }
}
