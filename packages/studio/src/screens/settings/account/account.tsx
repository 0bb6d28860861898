import { Button, NativeSelect, Stack, TextInput, Title } from '@mantine/core'
import { densities, studioLanguages, themes } from '@octavo/schema/choices.ts'
import type { Preferences, ProfileChange } from '@octavo/schema/admin/account.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../../../api/admin.ts'
import { useSession } from '../../../api/session.tsx'
import { languageNames } from '../../../i18n/languages.ts'
import { useText } from '../../../i18n/text.tsx'
import { PageHeader } from '../../../layout/page-header.tsx'
import { EntryError } from '../../account-entry/entry-error.tsx'
import classes from '../settings.module.css'
import { PasswordForm } from './password-form.tsx'
import { Sessions } from './sessions.tsx'

const themeKeys = {
  system: 'account.themeSystem',
  light: 'account.themeLight',
  dark: 'account.themeDark',
} as const
const densityKeys = {
  comfortable: 'account.densityComfortable',
  compact: 'account.densityCompact',
} as const

export function Account() {
  const t = useText()
  const client = useQueryClient()
  const { user } = useSession()
  const [name, setName] = useState(user.name)
  const { preferences } = user
  const save = useMutation({
    mutationFn: (body: ProfileChange) => admin.call('changeProfile', { params: {}, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['bootstrap'] }),
  })
  return (
    <div>
      <PageHeader title={t('nav.profile')} />
      <div className={`${classes.narrow} ${classes.alone}`}>
        <EntryError error={save.error} />
        <form
          onSubmit={(event) => {
            event.preventDefault()
            save.mutate({ name })
          }}
        >
          <Stack gap="sm">
            <Title order={2} size="h5">
              {t('account.profile')}
            </Title>
            <TextInput label={t('account.email')} value={user.email} readOnly />
            <TextInput
              label={t('account.name')}
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            <Button
              type="submit"
              disabled={name === user.name}
              loading={save.isPending}
              w="fit-content"
            >
              {t('action.save')}
            </Button>
          </Stack>
        </form>
        <Title order={2} size="h5" mt="md">
          {t('account.appearance')}
        </Title>
        <NativeSelect
          label={t('account.language')}
          value={preferences.language ?? ''}
          data={[
            { value: '', label: t('account.languageAuto') },
            ...studioLanguages.map((key) => ({ value: key, label: languageNames[key] })),
          ]}
          onChange={({ currentTarget }) => {
            const value = currentTarget.value === '' ? null : currentTarget.value
            save.mutate({ preferences: { language: value as Preferences['language'] } })
          }}
        />
        <NativeSelect
          label={t('account.theme')}
          value={preferences.theme}
          data={themes.map((theme) => ({ value: theme, label: t(themeKeys[theme]) }))}
          onChange={({ currentTarget }) =>
            save.mutate({ preferences: { theme: currentTarget.value as Preferences['theme'] } })
          }
        />
        <NativeSelect
          label={t('account.density')}
          description={t('account.densityHint')}
          value={preferences.density}
          data={densities.map((density) => ({ value: density, label: t(densityKeys[density]) }))}
          onChange={({ currentTarget }) =>
            save.mutate({ preferences: { density: currentTarget.value as Preferences['density'] } })
          }
        />
        <PasswordForm />
        <Sessions />
      </div>
    </div>
  )
}
