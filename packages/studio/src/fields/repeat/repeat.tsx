import { Button } from '@mantine/core'
import type { FieldOf } from '@octavo/schema/definitions.ts'
import { IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useText } from '../../i18n/text.tsx'
import { elementId, useEditing, useProblemAt } from '../editing.ts'
import type { EditorProps, FieldEditor } from '../field-editor.ts'
import { FieldLabel } from '../field-label.tsx'
import classes from '../fields.module.css'
import { startValues } from '../start-values.ts'
import { entriesIn } from './entries.ts'
import type { EntryKind } from './entry-kind.ts'
import { EntryList } from './entry-list.tsx'

export const repeat: FieldEditor<'repeat'> = {
  isAside: false,
  isGroup: true,
  summary: (value, _field, { t }) => {
    const count = entriesIn(value).length
    return count === 0 ? '' : t('list.entries', { count })
  },
  Editor: RepeatEditor,
}

function RepeatEditor({ field, value, onChange, path, language }: EditorProps<FieldOf<'repeat'>>) {
  const t = useText()
  const { isReadOnly } = useEditing()
  const problem = useProblemAt(path)
  const entries = entriesIn(value)
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
        kindOf={() => kind}
      />
      {!isReadOnly && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange([...entries, startValues(field.fields)])}
        >
          {t('item.addEntry', { name: field.name })}
        </Button>
      )}
      {problem !== undefined && <p className={classes.error}>{problem}</p>}
    </fieldset>
  )
}
