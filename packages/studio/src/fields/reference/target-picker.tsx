import type { FieldOf } from '@octavo/schema/definitions.ts'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { ItemPicker } from '../../components/item-picker.tsx'
import { errorText } from '../../i18n/problems.ts'
import { useText } from '../../i18n/text.tsx'
import { useEditing } from '../editing.ts'
import { newItemLabel, rowLabel } from './labels.ts'

interface TargetPickerProps {
  field: FieldOf<'reference' | 'references'>
  /** Visible label; without it, the name of the field is the accessible name. */
  label?: ReactNode
  placeholder?: string
  problem?: string | undefined
  /** Items that are not offered. */
  exceptIds?: readonly number[]
  autoFocus?: boolean
  /** Called when the input loses the focus. */
  onLeave?: () => void
  onChoose: (id: number) => void
}

/** Chooses an item of a model that the field allows, or creates one. */
export function TargetPicker({ field, problem, onChoose, ...shown }: TargetPickerProps) {
  const t = useText()
  const { root, schema, can } = useSession()
  const { addLabels, space } = useEditing()
  const models = (field.models ?? []).flatMap((id) => schema.modelById.get(id)?.luid ?? [])
  const create = useMutation({
    mutationFn: ({ title, model }: { title: string; model: string }) =>
      admin.call('createItem', {
        params: { root },
        body: {
          model,
          space,
          languages: { [schema.mainLanguage.key]: { fields: titleFields(schema, model, title) } },
        },
      }),
    onSuccess: (item) => {
      addLabels({ items: { [item.id]: newItemLabel(item) }, media: {} })
      onChoose(item.id)
    },
  })
  return (
    <ItemPicker
      {...shown}
      models={models}
      name={field.name}
      error={problem ?? (create.error && errorText(create.error, t))}
      onChoose={(row) => {
        addLabels({ items: { [row.id]: rowLabel(row) }, media: {} })
        onChoose(row.id)
      }}
      onCreate={can('writer') ? (title, model) => create.mutate({ title, model }) : undefined}
    />
  )
}

/** An item created from the picker has only a title. */
function titleFields(
  schema: ReturnType<typeof useSession>['schema'],
  model: string,
  title: string,
) {
  const definition = schema.modelByLuid.get(model)
  const field = definition?.fields.find(({ id }) => id === definition.titleFieldId)
  return field && title !== '' ? { [field.luid]: title } : {}
}
