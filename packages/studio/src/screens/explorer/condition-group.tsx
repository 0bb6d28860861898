import { Button, CloseButton, Group, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../i18n/text.tsx'
import listClasses from '../contents/contents.module.css'
import { FilterSentence } from '../contents/filter-sentence.tsx'
import { useFilterText } from '../contents/filter-texts.ts'
import type { ListField } from '../contents/list-fields.ts'
import type { Filter } from '../contents/list-search.ts'
import {
  filtersOf,
  isGroup,
  matches,
  maxLevels,
  type ConditionGroup,
  type Match,
} from './conditions.ts'
import classes from './explorer.module.css'

interface ConditionGroupProps {
  group: ConditionGroup
  fields: ListField[]
  /** 1 for the outermost group. */
  level?: number
  onChange: (group: ConditionGroup) => void
  onRemove?: () => void
}

/** Filters, and groups of filters, of which an item must match all, one or none. */
export function ConditionGroupForm(props: ConditionGroupProps) {
  const { group, fields, level = 1, onChange, onRemove } = props
  const { match, conditions } = group
  const t = useText()
  const [isAdding, setIsAdding] = useState(false)
  const textOf = useFilterText(filtersOf(conditions), fields)
  const setConditions = (changed: ConditionGroup['conditions']): void =>
    onChange({ ...group, conditions: changed })
  const replace = (at: number, by: readonly (Filter | ConditionGroup)[]): void =>
    setConditions(conditions.toSpliced(at, 1, ...by))
  const name = t(level === 1 ? 'explorer.filters' : 'explorer.group')
  return (
    <div className={level > 1 ? classes.group : undefined} role="group" aria-label={name}>
      {(conditions.length > 1 || level > 1) && (
        <Group gap="xs" mb={6} wrap="nowrap">
          <NativeSelect
            aria-label={t('explorer.match')}
            size="xs"
            value={match}
            data={matches.map((value) => ({ value, label: t(`explorer.match.${value}`) }))}
            onChange={({ currentTarget }) =>
              onChange({ ...group, match: currentTarget.value as Match })
            }
          />
          {onRemove && (
            <CloseButton size="sm" aria-label={t('explorer.removeGroup')} onClick={onRemove} />
          )}
        </Group>
      )}
      {conditions.map((one, at) =>
        isGroup(one) ? (
          <ConditionGroupForm
            // Groups have no identity, and are only added at the end.
            key={`group ${at}`}
            group={one}
            fields={fields}
            level={level + 1}
            onChange={(changed) => replace(at, [changed])}
            onRemove={() => replace(at, [])}
          />
        ) : (
          <div key={`${at} ${JSON.stringify(one)}`} className={classes.condition}>
            <span className={listClasses.chip}>
              {textOf(one)}
              <CloseButton
                size="sm"
                aria-label={t('list.removeFilter', { filter: textOf(one) })}
                onClick={() => replace(at, [])}
              />
            </span>
          </div>
        ),
      )}
      {isAdding ? (
        <FilterSentence
          fields={fields}
          onCancel={() => setIsAdding(false)}
          onDone={(filter) => {
            setConditions([...conditions, filter])
            setIsAdding(false)
          }}
        />
      ) : (
        <Group gap="xs">
          <Button variant="default" size="compact-sm" onClick={() => setIsAdding(true)}>
            {t('list.filter')}
          </Button>
          {level < maxLevels && (
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => setConditions([...conditions, { match: 'any', conditions: [] }])}
            >
              {t('explorer.addGroup')}
            </Button>
          )}
        </Group>
      )}
    </div>
  )
}
