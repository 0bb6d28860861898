import {
  Checkbox,
  Group,
  MultiSelect,
  NumberInput,
  Paper,
  Radio,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import type { KeyInfo } from '@octavo/schema/admin/settings.ts'
import { useState } from 'react'
import { useSession } from '../../../api/session.tsx'
import { FormButtons } from '../../../components/form-buttons.tsx'
import { TimeInput } from '../../../components/time-input.tsx'
import { useFormat } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/text.tsx'
import { EntryError, useFieldError } from '../../account-entry/entry-error.tsx'

export type KeyValues = Pick<
  KeyInfo,
  | 'name'
  | 'reads'
  | 'spaces'
  | 'writesContents'
  | 'writesMedia'
  | 'publishes'
  | 'listsMedia'
  | 'readLimit'
  | 'writeLimit'
  | 'expiresAt'
>

interface KeyFormProps {
  /** Undefined for a new key. */
  info?: KeyInfo
  isBusy: boolean
  error: Error | null
  onSubmit: (values: KeyValues) => void
  onCancel: () => void
}

const fresh: KeyValues = {
  name: '',
  reads: 'published',
  spaces: null,
  writesContents: false,
  writesMedia: false,
  publishes: true,
  listsMedia: false,
  readLimit: null,
  writeLimit: null,
  expiresAt: null,
}

/** The form of a key: permissions, spaces, limits and expiry. */
export function KeyForm({ info, isBusy, error, onSubmit, onCancel }: KeyFormProps) {
  const t = useText()
  const format = useFormat()
  const { schema, limits } = useSession()
  const [values, setValues] = useState<KeyValues>(info ?? fresh)
  const set = (change: Partial<KeyValues>): void => setValues((old) => ({ ...old, ...change }))
  const errorAt = useFieldError(error)
  const limit = (name: 'readLimit' | 'writeLimit') => (
    <NumberInput
      label={t(`keys.${name}`)}
      placeholder={t('keys.limitDefault', {
        count: limits[name] === 0 ? '∞' : format.number(limits[name]),
      })}
      min={0}
      allowDecimal={false}
      hideControls
      value={values[name] ?? ''}
      onChange={(value) => set({ [name]: value === '' ? null : Number(value) })}
      error={errorAt(name)}
    />
  )
  return (
    <Paper withBorder p="md" maw={560}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit({ ...values, name: values.name.trim() })
        }}
      >
        <Stack gap="sm">
          <EntryError
            error={error}
            fields={['name', 'expiresAt', 'readLimit', 'writeLimit', 'spaces']}
          />
          <TextInput
            label={t('common.name')}
            description={t('keys.nameHint')}
            required
            withAsterisk={false}
            autoFocus
            error={errorAt('name')}
            value={values.name}
            onChange={({ currentTarget }) => set({ name: currentTarget.value })}
          />
          {info ? (
            <Text size="sm">
              {t(info.reads === 'draft' ? 'keys.readsDraft' : 'keys.readsPublished')}
              <Text span size="sm" c="dimmed" display="block">
                {t('keys.readsFixed')}
              </Text>
            </Text>
          ) : (
            <Radio.Group
              label={t('keys.reads')}
              value={values.reads}
              onChange={(reads) => set({ reads })}
            >
              <Stack gap={6} mt={6}>
                <Radio
                  value="published"
                  label={t('keys.readsPublished')}
                  description={t('keys.readsPublishedHint')}
                />
                <Radio
                  value="draft"
                  label={t('keys.readsDraft')}
                  description={t('keys.readsDraftHint')}
                />
              </Stack>
            </Radio.Group>
          )}
          <Checkbox
            label={t('keys.writesContents')}
            description={t('keys.writesContentsHint')}
            checked={values.writesContents}
            onChange={({ currentTarget }) => set({ writesContents: currentTarget.checked })}
          />
          {values.writesContents && (
            <Checkbox
              ml="xl"
              label={t('keys.draftsOnly')}
              description={t('keys.draftsOnlyHint')}
              checked={!values.publishes}
              onChange={({ currentTarget }) => set({ publishes: !currentTarget.checked })}
            />
          )}
          <Checkbox
            label={t('keys.writesMedia')}
            description={t('keys.writesMediaHint')}
            checked={values.writesMedia}
            onChange={({ currentTarget }) => set({ writesMedia: currentTarget.checked })}
          />
          {values.reads === 'published' && (
            <Checkbox
              label={t('keys.listsMedia')}
              description={t('keys.listsMediaHint')}
              checked={values.listsMedia}
              onChange={({ currentTarget }) => set({ listsMedia: currentTarget.checked })}
            />
          )}
          {schema.hasSubSpaces && (
            <MultiSelect
              label={t('keys.spaces')}
              placeholder={values.spaces === null ? t('list.allSpaces') : ''}
              error={errorAt('spaces')}
              data={schema.root.spaces.map((space) => ({ value: space.luid, label: space.name }))}
              value={values.spaces ?? []}
              onChange={(spaces) => set({ spaces: spaces.length === 0 ? null : spaces })}
            />
          )}
          <TimeInput
            label={t('keys.expires')}
            value={values.expiresAt}
            onChange={(expiresAt) => set({ expiresAt })}
            error={errorAt('expiresAt')}
          />
          <Group grow align="flex-start">
            {limit('readLimit')}
            {limit('writeLimit')}
          </Group>
          <FormButtons
            action={t(info ? 'action.save' : 'keys.create')}
            isBusy={isBusy}
            isDisabled={values.name.trim() === ''}
            onCancel={onCancel}
          />
        </Stack>
      </form>
    </Paper>
  )
}
