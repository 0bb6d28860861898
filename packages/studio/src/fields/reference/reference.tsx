import { ActionIcon } from '@mantine/core'
import type { FieldOf } from '@octavo/schema/definitions.ts'
import { IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { ItemPicker } from '../../components/item-picker.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { errorText } from '../../i18n/problems.ts'
import { useText } from '../../i18n/text.tsx'
import { elementId, useEditing, useProblemAt } from '../editing.ts'
import type { EditorProps, FieldEditor } from '../field-editor.ts'
import { FieldLabel } from '../field-label.tsx'
import classes from '../fields.module.css'
import { newItemLabel, rowLabel } from './labels.ts'

export const reference: FieldEditor<'reference'> = {
  isAside: true,
  isGroup: true,
  summary: (value, _field, { labels }) =>
    typeof value === 'number' ? (labels.items[value]?.title ?? '') : '',
  lines: (id: number, _field, { labels, t }) => {
    const label = labels.items[id]
    return [label ? label.title || t('common.untitled') : t('item.referenceGone', { id })]
  },
  Editor: ReferenceEditor,
}

function ReferenceEditor({ field, value, onChange, path }: EditorProps<FieldOf<'reference'>>) {
  const t = useText()
  const { root, schema, spaces, can } = useSession()
  const seesAll = spaces.length === schema.root.spaces.length
  const { labels, addLabels, isReadOnly, space } = useEditing()
  const problem = useProblemAt(path)
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
      onChange(item.id)
    },
  })
  const label = typeof value === 'number' ? labels.items[value] : undefined
  if (typeof value !== 'number') {
    return (
      <div id={elementId(path)}>
        {isReadOnly ? (
          <Shown field={field}>{t('common.none')}</Shown>
        ) : (
          <ItemPicker
            models={models}
            name={field.name}
            label={<FieldLabel field={field} />}
            error={problem ?? (create.error && errorText(create.error, t))}
            onChoose={(row) => {
              addLabels({ items: { [row.id]: rowLabel(row) }, media: {} })
              onChange(row.id)
            }}
            onCreate={can('editor') ? (title, model) => create.mutate({ title, model }) : undefined}
          />
        )}
      </div>
    )
  }
  return (
    <div id={elementId(path)} tabIndex={-1}>
      <Shown field={field}>
        <div className={classes.choice}>
          {label && label.state !== 'trash' ? (
            <>
              <Link to="/$root/contents/$id" params={{ root, id: String(value) }}>
                {label.title || t('common.untitled')}
              </Link>
              {label.state === 'archived' && <StatusBadge status="archived" />}
              {label.state === 'active' && label.status !== 'published' && (
                <StatusBadge status={label.status ?? 'none'} />
              )}
            </>
          ) : (
            <span className={classes.gone}>
              {t(seesAll ? 'item.referenceGone' : 'item.referenceHidden', { id: value })}
            </span>
          )}
          {!isReadOnly && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('item.clearField', { field: field.name })}
              onClick={() => onChange(null)}
            >
              <IconX size={15} aria-hidden />
            </ActionIcon>
          )}
        </div>
      </Shown>
      {problem !== undefined && <p className={classes.error}>{problem}</p>}
    </div>
  )
}

function Shown({ field, children }: { field: FieldOf<'reference'>; children: React.ReactNode }) {
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>
        <FieldLabel field={field} />
      </legend>
      {children}
    </fieldset>
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
