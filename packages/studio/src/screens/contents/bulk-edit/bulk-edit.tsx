import { Button, Checkbox, Group, NativeSelect, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Labels } from '@octavo/schema/admin/contents.ts'
import type { Field, Model } from '@octavo/schema/definitions.ts'
import type { Problem } from '@octavo/schema/errors.ts'
import { plainTypeNames } from '@octavo/schema/field-types.ts'
import { useMemo, useState } from 'react'
import { useSession } from '../../../api/session.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { EditingContext, type Editing } from '../../../fields/editing.ts'
import { FieldEditorsContext } from '../../../fields/field-editor.ts'
import { FieldInput } from '../../../fields/field-input.tsx'
import { fieldEditors } from '../../../fields/registry.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/text.tsx'
import classes from './bulk-edit.module.css'

interface BulkEditProps {
  model: Model
  count: number
  language: string
  isBusy: boolean
  /** Problems of the values for all items, shown at the fields. */
  problems: readonly Problem[]
  onSave: (language: string, fields: Record<string, unknown>) => void
  onClose: () => void
}

/** Sets the same values for many items. Only the selected fields change. */
export function BulkEdit(props: BulkEditProps) {
  const { model, count, isBusy, problems, onSave, onClose } = props
  const t = useText()
  const format = useFormat()
  const { schema, homeSpace } = useSession()
  const isNarrow = useMediaQuery('(max-width: 52em)') ?? false
  const [language, setLanguage] = useState(props.language)
  const [values, setValues] = useState<Record<string, unknown>>({})
  const [labels, setLabels] = useState<Labels>({ items: {}, media: {} })
  const editing = useMemo<Editing>(
    () => ({
      useNotes: (select) => select({ problems, warnings: [], labels, epoch: 0 }),
      addLabels: (more) =>
        setLabels((old) => ({
          items: { ...old.items, ...more.items },
          media: { ...old.media, ...more.media },
        })),
      isReadOnly: false,
      space: homeSpace,
    }),
    [problems, labels, homeSpace],
  )
  const isMain = language === schema.mainLanguage.key
  const fields = model.fields.filter((field) => canBeAlike(field) && (isMain || field.translatable))
  const chosen = fields.filter(({ luid }) => luid in values)
  const toggle = ({ luid, type }: Field): void =>
    setValues(({ [luid]: old, ...others }) =>
      old === undefined ? { ...others, [luid]: type === 'boolean' ? true : null } : others,
    )
  return (
    <Dialog
      onClose={onClose}
      size={640}
      fullScreen={isNarrow}
      title={t('bulk.editTitle', { count: format.number(count), model: model.name })}
    >
      <Text size="sm" c="dimmed" mb="sm">
        {t('bulk.editHint')}
      </Text>
      {schema.root.languages.length > 1 && (
        <NativeSelect
          label={t('list.language')}
          mb="sm"
          value={language}
          data={schema.root.languages.map(({ key }) => ({
            value: key,
            label: format.language(key),
          }))}
          onChange={({ currentTarget }) => setLanguage(currentTarget.value)}
        />
      )}
      <FieldEditorsContext value={fieldEditors}>
        <EditingContext value={editing}>
          {fields.map((field) => (
            <div key={field.id} className={classes.field}>
              <Checkbox
                {...(field.luid in values ? { 'aria-label': field.name } : { label: field.name })}
                checked={field.luid in values}
                onChange={() => toggle(field)}
              />
              {field.luid in values && (
                <div className={classes.value}>
                  <FieldInput
                    field={field}
                    value={values[field.luid]}
                    onChange={(value) =>
                      setValues((old) => ({ ...old, [field.luid]: value ?? null }))
                    }
                    path={`languages.${language}.fields.${field.luid}`}
                    language={language}
                  />
                </div>
              )}
            </div>
          ))}
        </EditingContext>
      </FieldEditorsContext>
      <Group justify="flex-end" gap="xs" className={classes.foot}>
        <Button variant="default" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button
          disabled={chosen.length === 0}
          loading={isBusy}
          onClick={() =>
            onSave(
              language,
              Object.fromEntries(chosen.map(({ luid }) => [luid, values[luid] ?? null])),
            )
          }
        >
          {t('bulk.update', { count: format.number(count), model: model.name })}
        </Button>
      </Group>
    </Dialog>
  )
}

/** Excludes lists and groups, which usually differ between items, and unique fields, which must differ. */
function canBeAlike(field: Field): boolean {
  const isUnique = 'unique' in field && field.unique
  return plainTypeNames.includes(field.type) && !isUnique
}
