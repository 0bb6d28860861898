import { Button, Menu } from '@mantine/core'
import type { FieldOf, FieldSet } from '@octavo/schema/definitions.ts'
import { IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useSession } from '../../api/session.tsx'
import { useText } from '../../i18n/text.tsx'
import { elementId, useEditing, useProblemAt } from '../editing.ts'
import type { EditorProps, FieldEditor } from '../field-editor.ts'
import { FieldLabel } from '../field-label.tsx'
import classes from '../fields.module.css'
import { entriesIn } from '../repeat/entries.ts'
import type { EntryKind } from '../repeat/entry-kind.ts'
import { EntryList } from '../repeat/entry-list.tsx'
import { startValues } from '../start-values.ts'

export const combination: FieldEditor<'combination'> = {
  isAside: false,
  isGroup: true,
  summary: (value, _field, { t }) => {
    const count = entriesIn(value).length
    return count === 0 ? '' : t('list.entries', { count })
  },
  Editor: CombinationEditor,
}

function kindOfSet(set: FieldSet): EntryKind {
  return {
    name: set.name,
    fields: set.fields,
    path: '.fields',
    values: (entry) => (entry['fields'] ?? {}) as Record<string, unknown>,
    withValues: (entry, fields) => ({ ...entry, fields }),
  }
}

function CombinationEditor({
  field,
  value,
  onChange,
  path,
  language,
}: EditorProps<FieldOf<'combination'>>) {
  const t = useText()
  const { schema } = useSession()
  const { isReadOnly } = useEditing()
  const problem = useProblemAt(path)
  const entries = entriesIn(value)
  const kinds = useMemo(
    () => new Map(schema.root.fieldSets.map((set) => [set.luid, kindOfSet(set)])),
    [schema],
  )
  const sets = field.fieldSets.flatMap((id) => schema.fieldSetById.get(id) ?? [])
  const add = (set: FieldSet): void =>
    onChange([...entries, { luid: set.luid, fields: startValues(set.fields) }])
  return (
    <fieldset className={classes.group} id={elementId(path)} tabIndex={-1}>
      <legend className={classes.legend}>
        <FieldLabel field={field} />
      </legend>
      <EntryList
        name={field.name}
        entries={entries}
        onChange={onChange}
        path={path}
        language={language}
        kindOf={(entry) => kinds.get(String(entry['luid']))}
      />
      {!isReadOnly && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button variant="default" size="xs" leftSection={<IconPlus size={14} aria-hidden />}>
              {t('item.addEntry', { name: field.name })}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {sets.map((set) => (
              <Menu.Item key={set.id} onClick={() => add(set)}>
                {set.name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {problem !== undefined && <p className={classes.error}>{problem}</p>}
    </fieldset>
  )
}
