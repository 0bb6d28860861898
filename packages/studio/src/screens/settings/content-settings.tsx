import { Alert, Button, Group, Switch, TagsInput, Text } from '@mantine/core'
import type { SettingsChange } from '@octavo/schema/admin/settings.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { useFormat } from '../../i18n/format.ts'
import { errorText } from '../../i18n/problems.ts'
import { useText } from '../../i18n/text.tsx'
import classes from './settings.module.css'

/** Settings of API writes and flexible text, and the limits that the operator has set. */
export function ContentSettings() {
  const t = useText()
  const format = useFormat()
  const client = useQueryClient()
  const { root, schema, limits } = useSession()
  const { settings } = schema.root
  const [hosts, setHosts] = useState(settings.iframeHosts ?? [])
  const [elements, setElements] = useState(settings.textElements)
  const save = useMutation({
    mutationFn: (body: SettingsChange) => admin.call('changeSettings', { params: { root }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['bootstrap'] }),
  })
  const isChanged =
    elements.join() !== settings.textElements.join() ||
    hosts.join() !== (settings.iframeHosts ?? []).join()
  return (
    <div className={classes.narrow}>
      {save.error && (
        <Alert color="red" role="alert">
          {errorText(save.error, t)}
        </Alert>
      )}
      <Switch
        label={t('settings.extendedWrites')}
        description={t('settings.extendedWritesHint')}
        checked={settings.extendedWrites}
        onChange={({ currentTarget }) => save.mutate({ extendedWrites: currentTarget.checked })}
      />
      <TagsInput
        label={t('settings.textElements')}
        description={t('settings.textElementsHint')}
        value={elements}
        onChange={setElements}
      />
      <TagsInput
        label={t('settings.iframeHosts')}
        description={t('settings.iframeHostsHint')}
        value={hosts}
        onChange={setHosts}
      />
      <Group>
        <Button
          disabled={!isChanged}
          loading={save.isPending}
          onClick={() =>
            save.mutate({ textElements: elements, iframeHosts: hosts.length === 0 ? null : hosts })
          }
        >
          {t('action.save')}
        </Button>
      </Group>
      <Text size="sm" fw={600}>
        {t('settings.limits')}
      </Text>
      <Text size="sm" c="dimmed">
        {t('settings.limitsText', {
          reads: limits.readLimit === 0 ? '∞' : format.number(limits.readLimit),
          writes: limits.writeLimit === 0 ? '∞' : format.number(limits.writeLimit),
          upload: format.bytes(limits.uploadBytes),
          pixels: format.number(limits.pixels / 1e6),
          days: limits.trashDays,
        })}
      </Text>
    </div>
  )
}
