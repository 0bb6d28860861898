import { Button, CloseButton } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../i18n/text.tsx'
import classes from './contents.module.css'
import { FilterSentence } from './filter-sentence.tsx'
import { useFilterText } from './filter-texts.ts'
import type { Filter } from './list-search.ts'
import type { useList } from './use-list.ts'

/** The filters as removable texts, and a form to add one. An incomplete filter is not stored. */
export function FilterBar({ view }: { view: ReturnType<typeof useList> }) {
  const t = useText()
  const { filters, fields, change } = view
  const [isAdding, setIsAdding] = useState(false)
  const textOf = useFilterText(filters, fields)
  const add = ({ path, operator, value }: Filter): void => {
    change({ [`${path}[${operator}]`]: value })
    setIsAdding(false)
  }
  return (
    <div className={classes.filters}>
      {filters.map((filter) => {
        const text = textOf(filter)
        return (
          <span key={`${filter.path}[${filter.operator}]`} className={classes.chip}>
            {text}
            <CloseButton
              size="sm"
              aria-label={t('list.removeFilter', { filter: text })}
              onClick={() => change({ [`${filter.path}[${filter.operator}]`]: undefined })}
            />
          </span>
        )
      })}
      {isAdding ? (
        <FilterSentence fields={fields} onDone={add} onCancel={() => setIsAdding(false)} />
      ) : (
        <Button
          variant="subtle"
          color="gray"
          c="inherit"
          size="compact-sm"
          leftSection={<IconFilter size={14} aria-hidden />}
          onClick={() => setIsAdding(true)}
        >
          {t('list.filter')}
        </Button>
      )}
    </div>
  )
}
