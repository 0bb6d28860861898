import { Button, CloseButton, Group, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '../../api/session.tsx'
import { useText } from '../../i18n/text.tsx'
import listClasses from '../contents/contents.module.css'
import { FilterSentence } from '../contents/filter-sentence.tsx'
import { useFilterText } from '../contents/filter-texts.ts'
import { entryFields, hasEntries, type ListField } from '../contents/list-fields.ts'
import type { Filter } from '../contents/list-search.ts'
import {
  entryTests,
  filtersOf,
  isGroup,
  matches,
  maxLevels,
  type ConditionGroup,
  type EntryTest,
  type Match,
} from './conditions.ts'
import classes from './explorer.module.css'

interface ConditionGroupProps {
  group: ConditionGroup
  /** The fields of the items, or of the entries of the list that contains the group. */
  fields: ListField[]
  /** 1 for the outermost group. */
  level?: number
  onChange: (group: ConditionGroup) => void
  onRemove?: () => void
}

/** Filters, and groups of filters, of which an item must match all, one or none. */
export function ConditionGroupForm(props: ConditionGroupProps) {
  const { group, fields, level = 1, onChange, onRemove } = props
  const { match, conditions, entries } = group
  const t = useText()
  const { schema } = useSession()
  const list = fields.find(({ path }) => path === entries?.path)
  const inner = list ? entryFields(schema, list, t) : fields
  const [isAdding, setIsAdding] = useState(false)
  const textOf = useFilterText(filtersOf(conditions), inner)
  const setConditions = (changed: ConditionGroup['conditions']): void =>
    onChange({ ...group, conditions: changed })
  const replace = (at: number, by: readonly (Filter | ConditionGroup)[]): void =>
    setConditions(conditions.toSpliced(at, 1, ...by))
  const name = t(level === 1 ? 'explorer.filters' : 'explorer.group')
  const innerLists = inner.filter(hasEntries)
  const addGroup = (added: ConditionGroup): void => setConditions([...conditions, added])
  const remove = onRemove && (
    <CloseButton size="sm" aria-label={t('explorer.removeGroup')} onClick={onRemove} />
  )
  return (
    <div className={level > 1 ? classes.group : undefined} role="group" aria-label={name}>
      {level === 1 && (
        <Text component="div" size="sm" fw={500} mb={4} aria-hidden>
          {name}
        </Text>
      )}
      {entries && (
        <Group gap="xs" mb={6} wrap="nowrap">
          <NativeSelect
            aria-label={t('explorer.entriesOf')}
            size="xs"
            flex={1}
            value={entries.path}
            data={fields.filter(hasEntries).map(({ path, label }) => ({ value: path, label }))}
            onChange={({ currentTarget }) =>
              onChange({
                match,
                conditions: [],
                entries: { ...entries, path: currentTarget.value },
              })
            }
          />
          {remove}
        </Group>
      )}
      {(entries ?? (conditions.length > 1 || level > 1)) && (
        <Group gap="xs" mb={6}>
          {entries && (
            <NativeSelect
              aria-label={t('explorer.entryTest')}
              size="xs"
              value={entries.test}
              data={entryTests.map((value) => ({ value, label: t(`explorer.entryTest.${value}`) }))}
              onChange={({ currentTarget }) =>
                onChange({
                  ...group,
                  entries: { ...entries, test: currentTarget.value as EntryTest },
                })
              }
            />
          )}
          {(conditions.length > 1 || !entries) && (
            <NativeSelect
              aria-label={t('explorer.match')}
              size="xs"
              value={match}
              data={matches.map((value) => ({ value, label: t(`explorer.match.${value}`) }))}
              onChange={({ currentTarget }) =>
                onChange({ ...group, match: currentTarget.value as Match })
              }
            />
          )}
          {!entries && remove}
        </Group>
      )}
      {conditions.map((one, at) =>
        isGroup(one) ? (
          <ConditionGroupForm
            // Groups have no identity, and are only added at the end.
            key={`group ${at}`}
            group={one}
            fields={inner}
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
          fields={inner}
          onCancel={() => setIsAdding(false)}
          onDone={(filter) => {
            setConditions([...conditions, filter])
            setIsAdding(false)
          }}
        />
      ) : (
        <Group gap="xs">
          <Button variant="default" size="compact-sm" onClick={() => setIsAdding(true)}>
            {t('explorer.addFilter')}
          </Button>
          {level < maxLevels && (
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => addGroup({ match: 'any', conditions: [] })}
            >
              {t('explorer.addGroup')}
            </Button>
          )}
          {level < maxLevels && innerLists[0] && (
            <Button
              variant="default"
              size="compact-sm"
              onClick={() =>
                addGroup({
                  match: 'all',
                  conditions: [],
                  entries: { path: innerLists[0]?.path ?? '', test: 'some' },
                })
              }
            >
              {t('explorer.addEntries')}
            </Button>
          )}
        </Group>
      )}
    </div>
  )
}
