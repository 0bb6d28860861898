import { ActionIcon, TextInput, Tooltip } from '@mantine/core'
import type { Field, FieldOf } from '@octavo/schema/definitions.ts'
import { isDerivedSlug, slugOf } from '@octavo/schema/slugs.ts'
import { IconRefresh, IconSlash } from '@tabler/icons-react'
import { useState } from 'react'
import { useSession } from '../../api/session.tsx'
import { useText } from '../../i18n/text.tsx'
import { elementId, useEditing, useProblemAt } from '../editing.ts'
import { textLines, textSummary, type EditorProps, type FieldEditor } from '../field-editor.ts'
import { FieldLabel } from '../field-label.tsx'

export const slug: FieldEditor<'slug'> = {
  icon: IconSlash,
  isAside: true,
  summary: textSummary,
  lines: textLines,
  Editor: SlugEditor,
}

const noValue = (): undefined => undefined
const notPublished = (): boolean => false

function SlugEditor({ field, value, onChange, path, language }: EditorProps<FieldOf<'slug'>>) {
  const t = useText()
  const { isReadOnly, useValue = noValue, useIsPublished = notPublished } = useEditing()
  const { schema } = useSession()
  const source = field.from === null ? undefined : schema.fieldById.get(field.from)
  const sourceLanguage = source?.translatable === false ? schema.mainLanguage.key : language
  const text = useValue(sourceLanguage, source?.luid ?? '')
  const shown = typeof value === 'string' ? value : ''
  const [saved] = useState(shown)
  const written = typeof text === 'string' ? text : ''
  const sourceText = slugOf(written) === '' ? (field.default ?? '') : written
  const [isManual, setIsManual] = useState(shown !== '' && !isDerivedSlug(shown, sourceText))
  const isPublished = useIsPublished(language)
  const derived = slugOf(sourceText)
  const isFollowing = source !== undefined && !isManual && !isPublished
  // The server derives the slug when the item is saved; until then, what it will be is shown.
  const isOutdated = isFollowing && !isDerivedSlug(shown, sourceText)
  return (
    <TextInput
      id={elementId(path)}
      lang={language}
      label={<FieldLabel field={field} />}
      error={useProblemAt(path)}
      description={describe()}
      readOnly={isReadOnly}
      value={isOutdated ? derived : shown}
      rightSection={
        source && !isReadOnly && !isFollowing && derived !== '' && shown !== derived
          ? resetButton(source)
          : null
      }
      onChange={({ currentTarget: { value: next } }) => {
        setIsManual(next !== '' && !isDerivedSlug(next, sourceText))
        onChange(next === '' ? null : next)
      }}
    />
  )

  function describe(): string | undefined {
    if (isPublished && shown !== saved) return t('slug.published')
    return isFollowing ? t('slug.follows', { source: source.name }) : undefined
  }

  function resetButton({ name }: Field) {
    const label = t('slug.reset', { source: name })
    return (
      <Tooltip label={label}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={label}
          onClick={() => onChange(derived)}
        >
          <IconRefresh size={15} aria-hidden />
        </ActionIcon>
      </Tooltip>
    )
  }
}
