import { Button, NativeSelect, Text, TextInput } from '@mantine/core'
import { factsOf } from '@octavo/schema/field-types.ts'
import { isLuid } from '@octavo/schema/names.ts'
import { useQuery } from '@tanstack/react-query'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { useText } from '../../i18n/text.tsx'
import { FieldsEditor } from './fields-editor.tsx'
import { followFields } from './follow-fields.ts'
import classes from './models.module.css'
import { TypePresentation } from './type-presentation.tsx'
import { withSetting } from './with-setting.ts'
import type { Kind, Work, WorkType } from './work.ts'

interface TypeEditorProps {
  type: WorkType
  kind: Kind
  work: Work
  onChange: (type: WorkType) => void
  onDelete: () => void
}

/** A model or a field set: its names, its title field and its fields. */
export function TypeEditor({ type, kind, work, onChange, onDelete }: TypeEditorProps) {
  const t = useText()
  const { root } = useSession()
  const counts = useQuery({
    queryKey: ['counts', root],
    queryFn: ({ signal }) => admin.call('countContents', { params: { root }, signal }),
  })
  const count = kind === 'models' ? counts.data?.models[type.savedAs ?? ''] : undefined
  const items = count ? count.active + count.archived + count.trash : 0
  const texts = type.fields.filter((field) => factsOf(field.type).canBeTitle)
  const usualTitle = type.fields.find((field) => field.type === 'text')
  const isRenamed = type.savedAs !== null && type.savedAs !== type.luid
  return (
    <section aria-label={type.name}>
      <div className={classes.names}>
        <TextInput
          label={t('common.name')}
          value={type.name}
          onChange={({ currentTarget }) => onChange({ ...type, name: currentTarget.value })}
        />
        <TextInput
          label="LUID"
          description={isRenamed ? t('models.renameHint', { count: items }) : t('models.luidHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={isLuid(type.luid) ? undefined : t('models.luidRule')}
          value={type.luid}
          onChange={({ currentTarget }) => onChange({ ...type, luid: currentTarget.value })}
        />
        {kind === 'models' && (
          <NativeSelect
            label={t('models.titleField')}
            value={type.title ?? usualTitle?.luid ?? ''}
            data={[
              ...(usualTitle ? [] : [{ value: '', label: t('common.none') }]),
              ...texts.map(({ luid, name = luid }) => ({ value: luid, label: name })),
            ]}
            disabled={texts.length === 0}
            onChange={({ currentTarget: { value } }) =>
              onChange(withSetting(type, 'title', value === '' ? undefined : value))
            }
          />
        )}
      </div>
      <TypePresentation type={type} kind={kind} work={work} onChange={onChange} />
      <FieldsEditor
        fields={type.fields}
        owner={kind === 'models' ? 'model' : 'field set'}
        work={work}
        groups={type.groups}
        onChange={(fields) => onChange(followFields(type, fields))}
      />
      <Text size="sm" c="dimmed" mt="xl">
        {kind === 'models' && type.savedAs !== null && t('models.itemCount', { count: items })}
      </Text>
      <Button variant="default" size="xs" c="var(--mantine-color-error)" mt={6} onClick={onDelete}>
        {t(`models.delete.${kind}`)}
      </Button>
    </section>
  )
}
