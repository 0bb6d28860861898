import {
  Button,
  Checkbox,
  Group,
  MultiSelect,
  NumberInput,
  Paper,
  Radio,
  Stack,
  TextInput,
} from '@mantine/core'
import type { CreatedKey } from '@octavo/schema/admin/settings.ts'
import type { View } from '@octavo/schema/field-types.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../../../api/admin.ts'
import { useSession } from '../../../api/session.tsx'
import { TimeInput } from '../../../components/time-input.tsx'
import { useText } from '../../../i18n/text.tsx'
import { EntryError, useFieldError } from '../../account-entry/entry-error.tsx'

interface NewKeyProps {
  onMade: (key: CreatedKey) => void
  onCancel: () => void
}

/** A key in plain words: what it may read, what it may write, where and until when. */
export function NewKey({ onMade, onCancel }: NewKeyProps) {
  const t = useText()
  const { root, schema } = useSession()
  const [name, setName] = useState('')
  const [reads, setReads] = useState<View>('published')
  const [writesContents, setWritesContents] = useState(false)
  const [writesMedia, setWritesMedia] = useState(false)
  const [spaces, setSpaces] = useState<string[]>([])
  const [expiresAt, setExpiresAt] = useState<string | null>(null)
  const [readLimit, setReadLimit] = useState<number | string>('')
  const make = useMutation({
    mutationFn: () =>
      admin.call('createKey', {
        params: { root },
        body: {
          name: name.trim(),
          reads,
          writesContents,
          writesMedia,
          spaces: spaces.length === 0 ? null : spaces,
          expiresAt,
          ...(readLimit !== '' && { readLimit: Number(readLimit) }),
        },
      }),
    onSuccess: onMade,
  })
  const errorAt = useFieldError(make.error)
  return (
    <Paper withBorder p="md" maw={560}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          make.mutate()
        }}
      >
        <Stack gap="sm">
          <EntryError error={make.error} fields={['name', 'expiresAt', 'readLimit', 'spaces']} />
          <TextInput
            label={t('common.name')}
            description={t('keys.nameHint')}
            required
            withAsterisk={false}
            autoFocus
            error={errorAt('name')}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Radio.Group label={t('keys.reads')} value={reads} onChange={(value) => setReads(value)}>
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
          <Checkbox
            label={t('keys.writesContents')}
            description={t('keys.writesContentsHint')}
            checked={writesContents}
            onChange={({ currentTarget }) => setWritesContents(currentTarget.checked)}
          />
          <Checkbox
            label={t('keys.writesMedia')}
            description={t('keys.writesMediaHint')}
            checked={writesMedia}
            onChange={({ currentTarget }) => setWritesMedia(currentTarget.checked)}
          />
          {schema.hasSubSpaces && (
            <MultiSelect
              label={t('keys.spaces')}
              placeholder={spaces.length === 0 ? t('list.allSpaces') : ''}
              error={errorAt('spaces')}
              data={schema.root.spaces.map((space) => ({ value: space.luid, label: space.name }))}
              value={spaces}
              onChange={setSpaces}
            />
          )}
          <Group grow align="flex-start">
            <TimeInput
              label={t('keys.expires')}
              value={expiresAt}
              onChange={setExpiresAt}
              error={errorAt('expiresAt')}
            />
            <NumberInput
              label={t('keys.readLimit')}
              min={0}
              hideControls
              value={readLimit}
              onChange={setReadLimit}
              error={errorAt('readLimit')}
            />
          </Group>
          <Group>
            <Button type="submit" loading={make.isPending} disabled={name.trim() === ''}>
              {t('keys.make')}
            </Button>
            <Button variant="subtle" color="gray" c="inherit" onClick={onCancel}>
              {t('action.cancel')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}
