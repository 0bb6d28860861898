import { studioLanguages } from '@octavo/schema/choices.ts'
import { Button, Group } from '@mantine/core'
import { languageNames } from '../../i18n/languages.ts'
import { useI18n, useText } from '../../i18n/text.tsx'

export function LanguageChoice() {
  const t = useText()
  const { language, choose } = useI18n()
  return (
    <Group gap={4} role="group" aria-label={t('account.language')}>
      {studioLanguages.map((key) => (
        <Button
          key={key}
          lang={key}
          size="compact-sm"
          variant={key === language ? 'light' : 'subtle'}
          color="gray"
          c="inherit"
          aria-pressed={key === language}
          onClick={() => choose(key)}
        >
          {languageNames[key]}
        </Button>
      ))}
    </Group>
  )
}
