import { Button, Group, MultiSelect, Select, Switch, Text } from '@mantine/core'
import type { EditableItem } from '@octavo/schema/admin/items.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../../../api/admin.ts'
import { useSession } from '../../../api/session.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { showNotice } from '../../../components/notice.tsx'
import { useFormat } from '../../../i18n/format.ts'
import { errorText } from '../../../i18n/problems.ts'
import { useText } from '../../../i18n/text.tsx'
import type { DraftStore } from '../draft/draft-store.ts'
import { useSettle } from '../use-settle.ts'

interface EraseProps {
  store: DraftStore
  item: EditableItem
  onClose: () => void
}

const all = ''

/** Erases values from the draft and all revisions. For owners. */
export function Erase({ store, item, onClose }: EraseProps) {
  const t = useText()
  const format = useFormat()
  const { root, schema } = useSession()
  const settle = useSettle(store)
  const [fields, setFields] = useState<string[]>([])
  const [isAll, setAll] = useState(false)
  const [language, setLanguage] = useState(all)
  const erase = useMutation({
    mutationFn: async () => {
      await store.flush()
      const params = { root, id: item.id }
      await admin.call('eraseValues', {
        params,
        body: { fields: isAll ? null : fields, language: language === all ? null : language },
      })
      return admin.call('readItem', { params })
    },
    onSuccess: (reply) => {
      settle(reply)
      onClose()
      showNotice({ text: t('erase.done') })
    },
  })
  const own = schema.modelByLuid.get(item.model)?.fields ?? []
  return (
    <Dialog onClose={onClose} title={t('erase.title')} size={560}>
      <Text size="sm" mb="md">
        {t('erase.hint')}
      </Text>
      <Switch
        mb="sm"
        label={t('erase.all')}
        checked={isAll}
        onChange={({ currentTarget }) => setAll(currentTarget.checked)}
      />
      {!isAll && (
        <MultiSelect
          mb="sm"
          label={t('erase.fields')}
          data={own.map(({ luid, name }) => ({ value: luid, label: name }))}
          value={fields}
          onChange={setFields}
        />
      )}
      {schema.root.languages.length > 1 && (
        <Select
          mb="sm"
          label={t('erase.language')}
          data={[
            { value: all, label: t('erase.allLanguages') },
            ...schema.root.languages.map(({ key }) => ({
              value: key,
              label: format.language(key),
            })),
          ]}
          value={language}
          allowDeselect={false}
          onChange={(value) => setLanguage(value ?? all)}
        />
      )}
      {erase.error && (
        <Text size="sm" role="alert" c="var(--mantine-color-error)" mb="sm">
          {errorText(erase.error, t)}
        </Text>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button
          color="red"
          disabled={!isAll && fields.length === 0}
          loading={erase.isPending}
          onClick={() => erase.mutate()}
        >
          {t('erase.now')}
        </Button>
      </Group>
    </Dialog>
  )
}
