import { Button, Stack, Text } from '@mantine/core'
import type { MediaItem } from '@octavo/schema/admin/media.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { useFormat } from '../../i18n/format.ts'
import { errorText } from '../../i18n/problems.ts'
import { useText } from '../../i18n/text.tsx'
import { GrowingTextarea } from '../../components/growing-textarea.tsx'

/** The alternative texts of an image in all languages. */
export function AltTexts({ item, isReadOnly }: { item: MediaItem; isReadOnly: boolean }) {
  const t = useText()
  const format = useFormat()
  const client = useQueryClient()
  const { root, schema } = useSession()
  const [alts, setAlts] = useState(item.alts)
  const changed = schema.root.languages
    .map(({ key }) => key)
    .filter((key) => (alts[key] ?? '') !== (item.alts[key] ?? ''))
  const save = useMutation({
    mutationFn: () =>
      admin.call('changeMedia', {
        params: { root, id: item.id },
        body: { alts: Object.fromEntries(changed.map((key) => [key, alts[key] || null])) },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['media', root] }),
  })
  const leave = useRef(() => {})
  leave.current = () => {
    if (changed.length > 0 && !save.isPending) save.mutate()
  }
  // Closing the drawer saves, as everywhere else.
  useEffect(() => () => leave.current(), [])
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <Stack gap="xs">
        {schema.root.languages.map(({ key }) => (
          <GrowingTextarea
            key={key}
            lang={key}
            readOnly={isReadOnly}
            label={t('media.alt', { language: format.language(key) })}
            value={alts[key] ?? ''}
            onChange={({ currentTarget }) => setAlts({ ...alts, [key]: currentTarget.value })}
          />
        ))}
        {save.error && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {errorText(save.error, t)}
          </Text>
        )}
        {!isReadOnly && (
          <Button type="submit" size="xs" disabled={changed.length === 0} loading={save.isPending}>
            {changed.length === 0 && save.isSuccess ? t('account.saved') : t('media.saveAlt')}
          </Button>
        )}
      </Stack>
    </form>
  )
}
