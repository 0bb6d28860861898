import { Tabs } from '@mantine/core'
import type { Model } from '@octavo/schema/definitions.ts'
import { useNotes } from '../../fields/editing.ts'
import fieldClasses from '../../fields/fields.module.css'
import { groupFields, type Grouped } from '../../fields/groups.ts'
import { useText } from '../../i18n/text.tsx'
import type { DraftStore } from './draft/draft-store.ts'
import classes from './editor.module.css'
import { FieldRows } from './field-rows.tsx'
import { useShown } from './use-shown.ts'

interface FieldGroupsProps {
  store: DraftStore
  model: Model
  languages: string[]
  /** The open tab; null for the first. */
  open: string | null
  onOpen: (group: string | null) => void
}

/** The groups of fields of an item, as tabs or one below the other. */
export function FieldGroups({ store, model, languages, open, onOpen }: FieldGroupsProps) {
  const { groups } = groupFields(useShown(store, model, model.fields, languages), model.groups)
  if (groups.length === 0) return null
  const rows = (fields: Grouped['plain']) => (
    <FieldRows store={store} model={model} fields={fields} languages={languages} />
  )
  if (model.layout === 'sections') {
    return groups.map(({ key, name, fields }) => (
      <section key={key} className={classes.section} aria-label={name}>
        <h2 className={classes.sectionTitle}>{name}</h2>
        {rows(fields)}
      </section>
    ))
  }
  const shown = groups.some(({ key }) => key === open) ? open : (groups[0]?.key ?? null)
  return (
    <Tabs value={shown} onChange={onOpen} keepMounted={false}>
      <Tabs.List mb="md">
        {groups.map(({ key, name, fields }) => (
          <Tabs.Tab key={key} value={key} rightSection={<Badge fields={fields} />}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {groups.map(({ key, fields }) => (
        <Tabs.Panel key={key} value={key}>
          {rows(fields)}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** The number of problems in a group, in all languages. */
function Badge({ fields }: { fields: Grouped['plain'] }) {
  const t = useText()
  const count = useNotes(({ problems }) => {
    const luids = new Set(fields.map(({ luid }) => luid))
    return problems.filter(({ path }) => luids.has(topField(path))).length
  })
  if (count === 0) return null
  return (
    <span className={fieldClasses.wrong} title={t('item.problems', { count })}>
      <span aria-hidden>{count}</span>
      <span className="visually-hidden">{t('item.problems', { count })}</span>
    </span>
  )
}

/** The LUID of the field of the item in which the place of a problem is. */
export function topField(path: string): string {
  return /^languages\.[^.]+\.fields\.([^.[]+)/.exec(path)?.[1] ?? ''
}
