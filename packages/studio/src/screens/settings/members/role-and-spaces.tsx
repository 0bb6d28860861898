import { MultiSelect, NativeSelect, Radio, Stack, Text } from '@mantine/core'
import type { SpaceName } from '@octavo/schema/admin/account.ts'
import { canBeRestricted, canManage, roles, type Role } from '@octavo/schema/roles.ts'
import { useSession } from '../../../api/session.tsx'
import { useText } from '../../../i18n/text.tsx'

export interface Reach {
  role: Role
  /** Null: every space of every root. */
  spaces: SpaceName[] | null
}

interface RoleAndSpacesProps {
  value: Reach
  onChange: (value: Reach) => void
  roleError?: string | undefined
  spacesError?: string | undefined
}

/** Inputs for the role and the spaces of a member. */
export function RoleAndSpaces({ value, onChange, roleError, spacesError }: RoleAndSpacesProps) {
  const t = useText()
  const { root, schema, user } = useSession()
  const { role, spaces } = value
  const own = spaces?.filter((space) => space.root === root) ?? []
  const elsewhere = spaces?.filter((space) => space.root !== root) ?? []
  return (
    <Stack gap="sm">
      <NativeSelect
        label={t('members.role')}
        description={t(`members.hint.${role}`)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={role}
        error={roleError}
        data={roles
          .filter((one) => canManage(user.role, one))
          .map((one) => ({ value: one, label: t(`members.${one}`) }))}
        onChange={({ currentTarget }) => onChange({ ...value, role: currentTarget.value as Role })}
      />
      {canBeRestricted(role) && (schema.hasSubSpaces || spaces !== null) && (
        <>
          <Radio.Group
            label={t('keys.spaces')}
            value={spaces === null ? 'all' : 'some'}
            onChange={(next) => onChange({ ...value, spaces: next === 'all' ? null : [] })}
          >
            <Stack gap={6} mt={6}>
              <Radio value="all" label={t('list.allSpaces')} />
              <Radio value="some" label={t('members.someSpaces')} />
            </Stack>
          </Radio.Group>
          {spaces !== null && (
            <MultiSelect
              aria-label={t('members.someSpaces')}
              error={spacesError}
              data={schema.root.spaces.map((space) => ({ value: space.luid, label: space.name }))}
              value={own.map(({ space }) => space)}
              onChange={(luids) =>
                onChange({
                  ...value,
                  spaces: [...elsewhere, ...luids.map((space) => ({ root, space }))],
                })
              }
            />
          )}
          {elsewhere.length > 0 && (
            <Text size="sm" c="dimmed">
              {t('members.elsewhere', {
                spaces: elsewhere.map((one) => `${one.root}/${one.space}`).join(', '),
              })}
            </Text>
          )}
        </>
      )}
    </Stack>
  )
}

/** A restricted member needs at least one space. */
export const isDecided = ({ role, spaces }: Reach): boolean =>
  !canBeRestricted(role) || spaces === null || spaces.length > 0

export const reachBody = ({ role, spaces }: Reach): Reach => ({
  role,
  spaces: canBeRestricted(role) ? spaces : null,
})
