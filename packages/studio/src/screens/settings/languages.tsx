import { ActionIcon, Badge, Button, Group, Text, TextInput } from '@mantine/core'
import { isLanguageKey } from '@octavo/schema/names.ts'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import { ApplyBar } from './apply-bar.tsx'
import classes from './settings.module.css'
import { useSchemaChange } from './use-schema-change.ts'

export function Languages() {
  const t = useText()
  const format = useFormat()
  const change = useSchemaChange()
  const { document } = change
  const [edited, setEdited] = useState<string[] | null>(null)
  const [key, setKey] = useState('')
  const { root } = useSession()
  const { data: counts } = useQuery({
    queryKey: ['counts', root],
    queryFn: () => admin.call('countContents', { params: { root } }),
  })
  // With content, the main language is fixed.
  const isEmpty =
    counts !== undefined &&
    Object.values(counts.models).every((one) => one.active + one.archived + one.trash === 0)
  if (!document) return null
  const languages = edited ?? document.schema.languages
  const isChanged = languages.join() !== document.schema.languages.join()
  const isValid = isLanguageKey(key) && !languages.includes(key)
  return (
    <div className={classes.narrow}>
      <Text size="sm" c="dimmed">
        {t('settings.languagesHint')}
      </Text>
      <div>
        {languages.map((language, at) => (
          <div key={language} className={classes.row}>
            <code>{language}</code>
            <span style={{ flex: 1 }}>{format.language(language)}</span>
            {at === 0 ? (
              <Badge variant="light" color="gray" c="inherit" tt="none">
                {t('settings.mainLanguage')}
              </Badge>
            ) : (
              <>
                {isEmpty && (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    aria-label={t('settings.makeMainLanguage', {
                      language: format.language(language),
                    })}
                    onClick={() =>
                      setEdited([language, ...languages.filter((other) => other !== language)])
                    }
                  >
                    {t('settings.makeMain')}
                  </Button>
                )}
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('settings.removeLanguage', { language: format.language(language) })}
                  onClick={() => setEdited(languages.filter((other) => other !== language))}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              </>
            )}
          </div>
        ))}
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!isValid) return
          setEdited([...languages, key])
          setKey('')
        }}
      >
        <Group align="flex-end" gap="xs">
          <TextInput
            label={t('settings.languageKey')}
            description={isValid ? format.language(key) : t('settings.languageKeyHint')}
            value={key}
            onChange={({ currentTarget }) => setKey(currentTarget.value.trim())}
          />
          <Button type="submit" variant="default" disabled={!isValid}>
            {t('settings.addLanguage')}
          </Button>
        </Group>
      </form>
      <ApplyBar
        change={change}
        proposed={{ ...document.schema, languages }}
        isChanged={isChanged}
        onDiscard={() => setEdited(null)}
      />
    </div>
  )
}
