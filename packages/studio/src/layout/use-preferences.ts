import { useMantineColorScheme } from '@mantine/core'
import { useEffect, useLayoutEffect } from 'react'
import { useSession } from '../api/session.tsx'
import { useI18n } from '../i18n/text.tsx'

/** Applies the stored preferences of the user on every device. */
export function usePreferences(): void {
  const { user } = useSession()
  const { setColorScheme } = useMantineColorScheme()
  const { choose } = useI18n()
  const { theme, language, density } = user.preferences
  useEffect(() => {
    setColorScheme(theme === 'system' ? 'auto' : theme)
  }, [theme, setColorScheme])
  useEffect(() => choose(language), [language, choose])
  // Before the first paint, because it moves everything.
  useLayoutEffect(() => {
    document.documentElement.dataset['density'] = density
  }, [density])
}
