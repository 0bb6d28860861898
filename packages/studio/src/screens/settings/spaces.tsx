import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core'
import type { NamedInput } from '@octavo/schema/admin/schema.ts'
import { isLuid } from '@octavo/schema/names.ts'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useSession } from '../../api/session.tsx'
import { useText } from '../../i18n/text.tsx'
import { ApplyBar } from './apply-bar.tsx'
import classes from './settings.module.css'
import { useSchemaChange } from './use-schema-change.ts'

interface EditedSpace extends NamedInput {
  from: string | null
}

export function Spaces() {
  const t = useText()
  const { schema } = useSession()
  const change = useSchemaChange()
  const { document } = change
  const [edited, setEdited] = useState<EditedSpace[] | null>(null)
  const [name, setName] = useState<string | null>(null)
  if (!document) return null
  const original = document.schema.spaces.map((space): EditedSpace => ({
    ...space,
    from: space.luid,
  }))
  const spaces = edited ?? original
  const isRenamed = name !== null && name !== schema.parentSpace.name
  const isChanged = isRenamed || JSON.stringify(spaces) !== JSON.stringify(original)
  const set = (at: number, next: Partial<EditedSpace>): void =>
    setEdited(spaces.map((space, index) => (index === at ? { ...space, ...next } : space)))
  const proposed = spaces.map(({ from, luid, name: own }): NamedInput => ({
    luid,
    ...(own !== undefined && { name: own }),
    ...(from !== null && from !== luid && { was: from }),
  }))
  return (
    <div className={classes.narrow}>
      <Text size="sm" c="dimmed">
        {t('settings.spacesHint')}
      </Text>
      <div>
        <Group gap="xs" mb="md" align="flex-end">
          <TextInput
            label={t('settings.parentName')}
            value={name ?? schema.parentSpace.name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Text component="code" size="sm" ff="monospace" mb={8}>
            _parent
          </Text>
        </Group>
        {spaces.map((space, at) => (
          // A new space has no name yet, so its position identifies it.
          <Group key={space.from ?? `new-${at}`} gap="xs" mb="xs" align="flex-end">
            <TextInput
              {...(at === 0 ? { label: t('common.name') } : { 'aria-label': t('common.name') })}
              placeholder={t('common.name')}
              value={space.name ?? ''}
              onChange={({ currentTarget }) => set(at, { name: currentTarget.value })}
            />
            <TextInput
              {...(at === 0 ? { label: 'LUID' } : { 'aria-label': 'LUID' })}
              placeholder="LUID"
              error={space.luid === '' || isLuid(space.luid) ? undefined : t('models.luidRule')}
              value={space.luid}
              onChange={({ currentTarget }) => set(at, { luid: currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('models.removeField', { field: space.name ?? space.luid })}
              onClick={() => setEdited(spaces.filter((_, index) => index !== at))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
      </div>
      <Group>
        <Button
          variant="default"
          onClick={() => setEdited([...spaces, { luid: '', name: '', from: null }])}
        >
          {t('settings.addSpace')}
        </Button>
      </Group>
      <ApplyBar
        change={change}
        proposed={{ ...document.schema, ...(isRenamed && { name }), spaces: proposed }}
        isChanged={isChanged}
        onDiscard={() => {
          setEdited(null)
          setName(null)
        }}
      />
    </div>
  )
}
