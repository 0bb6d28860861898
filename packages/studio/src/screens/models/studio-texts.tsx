/** Inputs for a text in the languages of Studio. */
import { TextInput } from '@mantine/core'
import { studioLanguages } from '@octavo/schema/choices.ts'
import type { StudioTexts } from '@octavo/schema/presentation.ts'
import { languageNames } from '../../i18n/languages.ts'
import { useText } from '../../i18n/text.tsx'
import { GrowingTextarea } from '../../components/growing-textarea.tsx'

interface StudioTextInputsProps {
  label: string
  texts: StudioTexts | undefined
  isLong?: boolean
  onChange: (texts: StudioTexts | undefined) => void
}

/** One input per language; the text of the field itself applies where one is empty. */
export function StudioTextInputs({ label, texts = {}, isLong, onChange }: StudioTextInputsProps) {
  const t = useText()
  return studioLanguages.map((language) => {
    const props = {
      label: t('models.inLanguage', { text: label, language: languageNames[language] }),
      lang: language,
      value: texts[language] ?? '',
      onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
        const { [language]: _, ...others } = texts
        const next =
          currentTarget.value === '' ? others : { ...others, [language]: currentTarget.value }
        onChange(Object.keys(next).length === 0 ? undefined : next)
      },
    }
    return isLong === true ? (
      <GrowingTextarea key={language} minRows={1} {...props} />
    ) : (
      <TextInput key={language} {...props} />
    )
  })
}
