import { Button } from '@mantine/core'
import type { FieldOf } from '@octavo/schema/definitions.ts'
import { IconPlus, IconRepeat } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useText } from '../../i18n/text.tsx'
import type { EditorProps, FieldEditor } from '../field-editor.ts'
import { startValues } from '../start-values.ts'
import type { Entry } from './entries.ts'
import { countSummary, EntryGroup } from './entry-group.tsx'
import type { EntryKind } from './entry-kind.ts'

export const repeat: FieldEditor<'repeat'> = {
  icon: IconRepeat,
  isAside: false,
  isGroup: true,
  summary: countSummary,
  lines: (entries: Entry[], { fields }, { group }) =>
    entries.flatMap((entry, at) => [`${at + 1}.`, ...group(entry, fields)]),
  Editor: RepeatEditor,
}

function RepeatEditor(props: EditorProps<FieldOf<'repeat'>>) {
  const { field } = props
  const t = useText()
  const kind = useMemo<EntryKind>(
    () => ({
      name: '',
      fields: field.fields,
      path: '',
      values: (entry) => entry,
      withValues: (_, values) => values,
    }),
    [field],
  )
  return (
    <EntryGroup
      {...props}
      kindOf={() => kind}
      adding={(add) => (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => add(startValues(field.fields))}
        >
          {t('item.addEntry', { name: field.name })}
        </Button>
      )}
    />
  )
}
