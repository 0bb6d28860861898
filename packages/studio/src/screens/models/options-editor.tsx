import { ActionIcon, Button, TextInput } from '@mantine/core'
import type { StudioTexts } from '@octavo/schema/presentation.ts'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../i18n/text.tsx'
import { KeyedRows } from './keyed-rows.tsx'
import classes from './models.module.css'
import { StudioTextInputs } from './studio-texts.tsx'
import { freeLuid, luidAfter, type WorkField } from './work.ts'

interface Option {
  value: string
  label: string
  labels?: StudioTexts
}

export function optionsIn({ options = [] }: WorkField): Option[] {
  return options.map((option) =>
    typeof option === 'string'
      ? { value: option, label: option }
      : { label: option.value, ...option },
  )
}

interface OptionsEditorProps {
  options: Option[]
  /** Content may use the options, so that a new label must not change their values. */
  isInUse: boolean
  onChange: (options: Option[]) => void
}

/** Editors see the label; the API returns the value. */
export function OptionsEditor({ options, isInUse, onChange }: OptionsEditorProps) {
  const t = useText()
  const [fixed] = useState(isInUse ? options.map(({ value }) => value) : [])
  const change = (at: number, next: Partial<Option>): void =>
    onChange(options.map((option, index) => (index === at ? { ...option, ...next } : option)))
  const rename = (at: number, label: string): void => {
    if (fixed.includes(options[at]?.value ?? '')) return change(at, { label })
    const taken = options.filter((_, index) => index !== at).map(({ value }) => value)
    const { value: luid = '', label: from = '' } = options[at] ?? {}
    return change(at, {
      label,
      value: luidAfter({ luid, from, to: label, spare: 'option', taken }),
    })
  }
  const [isTranslating, setIsTranslating] = useState(options.some(({ labels }) => labels))
  return (
    <fieldset style={{ border: 0, padding: 0, margin: '0 0 12px' }}>
      <legend className={classes.listTitle}>{t('models.options')}</legend>
      <KeyedRows entries={options} labelOf={({ label }) => label} onChange={onChange}>
        {(option, at, remove) => (
          <div className={classes.option}>
            <TextInput
              aria-label={t('models.optionLabel', { number: at + 1 })}
              placeholder={t('models.label')}
              value={option.label}
              onChange={({ currentTarget }) => rename(at, currentTarget.value)}
            />
            <TextInput
              aria-label={t('models.optionValue', { number: at + 1 })}
              placeholder={t('list.value')}
              value={option.value}
              onChange={({ currentTarget }) => change(at, { value: currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('models.removeOption', { option: option.label })}
              onClick={remove}
            >
              <IconTrash size={15} aria-hidden />
            </ActionIcon>
            {isTranslating && (
              <div className={classes.optionTexts}>
                <StudioTextInputs
                  label={t('models.optionLabel', { number: at + 1 })}
                  texts={option.labels}
                  onChange={(labels) => {
                    const { labels: _, ...rest } = option
                    onChange(
                      options.map((one, index) =>
                        index === at ? { ...rest, ...(labels && { labels }) } : one,
                      ),
                    )
                  }}
                />
              </div>
            )}
          </div>
        )}
      </KeyedRows>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPlus size={13} aria-hidden />}
        onClick={() => {
          const value = freeLuid(
            `option_${options.length + 1}`,
            options.map((option) => option.value),
          )
          onChange([
            ...options,
            { value, label: t('models.optionName', { number: options.length + 1 }) },
          ])
        }}
      >
        {t('models.addOption')}
      </Button>
      {!isTranslating && options.length > 0 && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          c="inherit"
          ml={6}
          onClick={() => setIsTranslating(true)}
        >
          {t('models.translateOptions')}
        </Button>
      )}
    </fieldset>
  )
}
