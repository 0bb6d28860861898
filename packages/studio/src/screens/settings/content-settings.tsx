import {
  Alert,
  Button,
  Group,
  NativeSelect,
  NumberInput,
  Switch,
  TagsInput,
  Text,
} from '@mantine/core'
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
  /** Null for the default list; an empty list allows no site. */
  const [hosts, setHosts] = useState(settings.iframeHosts)
  const [elements, setElements] = useState(settings.textElements)
  const [retention, setRetention] = useState(settings.revisions)
  const save = useMutation({
    mutationFn: (body: SettingsChange) => admin.call('changeSettings', { params: { root }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['bootstrap'] }),
  })
  const isChanged =
    elements.join() !== settings.textElements.join() ||
    retention.sessionDays !== settings.revisions.sessionDays ||
    retention.publicationDays !== settings.revisions.publicationDays ||
    hosts?.join() !== settings.iframeHosts?.join()
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
      <Switch
        label={t('settings.keepsLocation')}
        description={t('settings.keepsLocationHint')}
        checked={settings.keepsLocation}
        onChange={({ currentTarget }) => save.mutate({ keepsLocation: currentTarget.checked })}
      />
      <TagsInput
        label={t('settings.textElements')}
        description={t('settings.textElementsHint')}
        value={elements}
        onChange={setElements}
      />
      <NativeSelect
        label={t('settings.iframeHosts')}
        description={t('settings.iframeHostsHint')}
        data={[
          { value: 'default', label: t('settings.defaultHosts') },
          { value: 'own', label: t('settings.ownHosts') },
        ]}
        value={hosts ? 'own' : 'default'}
        onChange={({ currentTarget }) =>
          setHosts(currentTarget.value === 'own' ? (settings.iframeHosts ?? []) : null)
        }
      />
      {hosts && (
        <TagsInput
          aria-label={t('settings.ownHosts')}
          placeholder={hosts.length === 0 ? t('settings.noHosts') : ''}
          value={hosts}
          onChange={setHosts}
        />
      )}
      {(['sessionDays', 'publicationDays'] as const).map((name) => (
        <NumberInput
          key={name}
          label={t(`settings.${name}`)}
          description={t(`settings.${name}Hint`)}
          placeholder={t('settings.forever')}
          min={1}
          max={36_500}
          allowDecimal={false}
          value={retention[name] ?? ''}
          onChange={(value) =>
            setRetention({ ...retention, [name]: typeof value === 'number' ? value : null })
          }
        />
      ))}
      <Group>
        <Button
          disabled={!isChanged}
          loading={save.isPending}
          onClick={() =>
            save.mutate({
              textElements: elements,
              iframeHosts: hosts,
              revisions: retention,
            })
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
