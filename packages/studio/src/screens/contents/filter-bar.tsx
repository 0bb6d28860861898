import { Button, CloseButton } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../i18n/text.tsx'
import classes from './contents.module.css'
import { FilterSentence } from './filter-sentence.tsx'
import { useFilterWords } from './filter-words.ts'
import type { Filter } from './list-search.ts'
import type { useList } from './use-list.ts'

/** The filters in words, each removable, and a sentence to add one. An unfinished one is kept nowhere. */
export function FilterBar({ view }: { view: ReturnType<typeof useList> }) {
  const t = useText()
  const { filters, fields, change } = view
  const [isAdding, setIsAdding] = useState(false)
  const wordsOf = useFilterWords(filters, fields)
  const add = ({ path, operator, value }: Filter): void => {
    change({ [`${path}[${operator}]`]: value })
    setIsAdding(false)
  }
  return (
    <div className={classes.filters}>
      {filters.map((filter) => {
        const words = wordsOf(filter)
        return (
          <span key={`${filter.path}[${filter.operator}]`} className={classes.chip}>
            {words}
            <CloseButton
              size="sm"
              aria-label={t('list.removeFilter', { filter: words })}
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
