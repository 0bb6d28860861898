import { Button, Menu } from '@mantine/core'
import type { FieldOf, FieldSet } from '@octavo/schema/definitions.ts'
import { IconPlus, IconStack2 } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useSession } from '../../api/session.tsx'
import { useText } from '../../i18n/text.tsx'
import type { EditorProps, FieldEditor } from '../field-editor.ts'
import type { Entry } from '../repeat/entries.ts'
import { countSummary, EntryGroup } from '../repeat/entry-group.tsx'
import type { EntryKind } from '../repeat/entry-kind.ts'
import { startValues } from '../start-values.ts'

export const combination: FieldEditor<'combination'> = {
  icon: IconStack2,
  isAside: false,
  isGroup: true,
  summary: countSummary,
  lines: (entries: { luid: string; fields: Entry }[], _field, { schema, group }) =>
    entries.flatMap(({ luid, fields }, at) => {
      const set = schema.fieldSetByLuid.get(luid)
      return [`${at + 1}. ${set?.name ?? luid}`, ...group(fields, set?.fields ?? [])]
    }),
  Editor: CombinationEditor,
}

function kindOfSet(set: FieldSet): EntryKind {
  return {
    name: set.name,
    fields: set.fields,
    ...(set.groups && { groups: set.groups }),
    path: '.fields',
    values: (entry) => (entry['fields'] ?? {}) as Record<string, unknown>,
    withValues: (entry, fields) => ({ ...entry, fields }),
  }
}

function CombinationEditor(props: EditorProps<FieldOf<'combination'>>) {
  const { field } = props
  const t = useText()
  const { schema } = useSession()
  const kinds = useMemo(
    () => new Map(schema.root.fieldSets.map((set) => [set.luid, kindOfSet(set)])),
    [schema],
  )
  const sets = field.fieldSets.flatMap((id) => schema.fieldSetById.get(id) ?? [])
  return (
    <EntryGroup
      {...props}
      kindOf={(entry) => kinds.get(String(entry['luid']))}
      adding={(add) => (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button variant="default" size="xs" leftSection={<IconPlus size={14} aria-hidden />}>
              {t('item.addEntry', { name: field.name })}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {sets.map((set) => (
              <Menu.Item
                key={set.id}
                onClick={() => add({ luid: set.luid, fields: startValues(set.fields) })}
              >
                {set.name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    />
  )
}
