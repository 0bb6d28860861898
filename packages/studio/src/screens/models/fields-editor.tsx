import { Button } from '@mantine/core'
import { factsOf, type FieldTypeName } from '@octavo/schema/field-types.ts'
import type { Owner } from '@octavo/schema/field-types/field-type.ts'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Sortable } from '../../components/sortable.tsx'
import { useText } from '../../i18n/text.tsx'
import { FieldRow } from './field-row.tsx'
import classes from './models.module.css'
import { TypeChooser } from './type-chooser.tsx'
import { freeLuid, newKey, type Work, type WorkField, type WorkType } from './work.ts'

interface FieldsEditorProps {
  fields: WorkField[]
  owner: Owner
  work: Work
  /** The groups that the owner lists. */
  groups?: WorkType['groups']
  onChange: (fields: WorkField[]) => void
}

export function FieldsEditor({ fields, owner, work, groups, onChange }: FieldsEditorProps) {
  const t = useText()
  const [isChoosing, setIsChoosing] = useState(false)
  const [open, setOpen] = useState<{ key: string; isNew: boolean } | null>(null)
  const add = (type: FieldTypeName): void => {
    setIsChoosing(false)
    const field = newField(type, fields, work, t)
    if (!field) return
    onChange([...fields, field])
    setOpen({ key: field.key, isNew: true })
  }
  return (
    <div>
      <Sortable
        className={classes.fields}
        items={fields}
        labelOf={({ name, luid }) => name ?? luid}
        onMove={onChange}
        isFramed
      >
        {(field) => (
          <FieldRow
            field={field}
            owner={owner}
            work={work}
            groups={groups?.map(({ luid, name = luid }) => ({ luid, name })) ?? usedGroups(fields)}
            siblings={fields.filter(({ key }) => key !== field.key)}
            taken={fields.filter(({ key }) => key !== field.key).map(({ luid }) => luid)}
            isOpen={open?.key === field.key}
            isNew={open?.key === field.key && open.isNew}
            onToggle={() =>
              setOpen(open?.key === field.key ? null : { key: field.key, isNew: false })
            }
            onChange={(next) => onChange(fields.map((old) => (old.key === next.key ? next : old)))}
            onRemove={() => onChange(fields.filter(({ key }) => key !== field.key))}
            inner={
              field.type === 'repeat' && (
                <FieldsEditor
                  fields={field.fields ?? []}
                  owner="repeat"
                  work={work}
                  onChange={(inner) =>
                    onChange(
                      fields.map((old) =>
                        old.key === field.key ? { ...old, fields: inner } : old,
                      ),
                    )
                  }
                />
              )
            }
          />
        )}
      </Sortable>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => setIsChoosing(true)}
      >
        {t('models.addField')}
      </Button>
      {isChoosing && (
        <TypeChooser
          owner={owner}
          hasFieldSets={work.fieldSets.length > 0}
          onClose={() => setIsChoosing(false)}
          onChoose={add}
        />
      )}
    </div>
  )
}

function usedGroups(fields: readonly WorkField[]): { luid: string }[] {
  return [...new Set(fields.flatMap(({ group }) => group ?? []))].map((luid) => ({ luid }))
}

function newField(
  type: FieldTypeName,
  fields: WorkField[],
  work: Work,
  t: ReturnType<typeof useText>,
): WorkField | undefined {
  const taken = fields.map(({ luid }) => luid)
  const base = { key: newKey(), savedAs: null, type }
  if (type === 'fieldset') {
    const set = work.fieldSets.find(({ luid }) => !taken.includes(luid))
    return set && { ...base, luid: set.luid, name: set.name }
  }
  const field: WorkField = { ...base, luid: freeLuid(type, taken), name: t(`field.${type}`) }
  if (type === 'select' || type === 'multiselect')
    field.options = [{ value: 'option_1', label: t('models.optionName', { number: 1 }) }]
  if (type === 'combination') field.fieldSets = work.fieldSets.map(({ luid }) => luid).slice(0, 1)
  if (type === 'repeat')
    field.fields = [
      { key: newKey(), savedAs: null, type: 'text', luid: 'text', name: t('models.textName') },
    ]
  const source = fields.find((one) => factsOf(one.type).canBeTitle)
  if (type === 'slug' && source) field.from = source.luid
  return field
}
