import { useMantineColorScheme } from '@mantine/core'
import { useEffect } from 'react'
import { useSession } from '../api/session.tsx'
import { useSpeech } from '../i18n/text.tsx'

/** What the user has chosen once holds on every device. */
export function usePreferences(): void {
  const { user } = useSession()
  const { setColorScheme } = useMantineColorScheme()
  const { choose } = useSpeech()
  const { theme, language } = user.preferences
  useEffect(() => {
    setColorScheme(theme === 'system' ? 'auto' : theme)
  }, [theme, setColorScheme])
  useEffect(() => choose(language), [language, choose])
}
