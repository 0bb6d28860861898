import { ActionIcon, Button, TextInput } from '@mantine/core'
import { isLuid } from '@octavo/schema/names.ts'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useText } from '../../i18n/text.tsx'
import { KeyedRows } from './keyed-rows.tsx'
import classes from './models.module.css'
import { StudioTextInputs } from './studio-texts.tsx'
import { freeLuid, luidAfter, type WorkType } from './work.ts'

type Group = NonNullable<WorkType['groups']>[number]

interface GroupsEditorProps {
  groups: Group[]
  onChange: (groups: Group[] | undefined) => void
}

/** Names and order of the groups of fields. */
export function GroupsEditor({ groups, onChange }: GroupsEditorProps) {
  const t = useText()
  const send = (next: Group[]): void => onChange(next.length === 0 ? undefined : next)
  const replace = (at: number, group: Group): void =>
    send(groups.map((old, index) => (index === at ? group : old)))
  const rename = (at: number, group: Group, name: string): void => {
    const taken = groups.filter((_, index) => index !== at).map(({ luid }) => luid)
    const { luid, name: from = luid } = group
    replace(at, {
      ...group,
      name,
      luid: luidAfter({ luid, from, to: name, spare: 'group', taken }),
    })
  }
  return (
    <fieldset className={`${classes.wide} ${classes.editor}`}>
      <legend className={classes.listTitle}>{t('models.groups')}</legend>
      <KeyedRows entries={groups} labelOf={({ luid, name = luid }) => name} onChange={send}>
        {(group, at, remove) => (
          <div className={classes.groupRow}>
            <TextInput
              aria-label={t('models.groupName', { number: at + 1 })}
              placeholder={t('common.name')}
              value={group.name ?? group.luid}
              onChange={({ currentTarget }) => rename(at, group, currentTarget.value)}
            />
            <TextInput
              aria-label={t('models.groupLuid', { number: at + 1 })}
              placeholder="LUID"
              error={isLuid(group.luid) ? undefined : t('models.luidRule')}
              value={group.luid}
              onChange={({ currentTarget }) => replace(at, { ...group, luid: currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              mt={4}
              aria-label={t('models.removeOption', { option: group.name ?? group.luid })}
              onClick={remove}
            >
              <IconTrash size={15} aria-hidden />
            </ActionIcon>
            <StudioTextInputs
              label={group.name ?? group.luid}
              texts={group.names}
              onChange={(names) => {
                const { names: _, ...rest } = group
                replace(at, { ...rest, ...(names && { names }) })
              }}
            />
          </div>
        )}
      </KeyedRows>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPlus size={13} aria-hidden />}
        onClick={() => {
          const luid = freeLuid(
            'group',
            groups.map((group) => group.luid),
          )
          send([...groups, { luid, name: t('models.group') }])
        }}
      >
        {t('models.addGroup')}
      </Button>
    </fieldset>
  )
}
