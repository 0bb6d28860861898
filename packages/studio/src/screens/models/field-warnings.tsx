/** The rules of a field that only warn. */
import { Checkbox } from '@mantine/core'
import type { PublicationRule } from '@octavo/schema/choices.ts'
import { rulesOf } from '@octavo/schema/rules.ts'
import { useText } from '../../i18n/text.tsx'
import classes from './models.module.css'
import { withSetting } from './with-setting.ts'
import type { WorkField } from './work.ts'

interface FieldWarningsProps {
  field: WorkField
  onChange: (field: WorkField) => void
}

/** One checkbox for each rule that the field has. */
export function FieldWarnings({ field, onChange }: FieldWarningsProps) {
  const t = useText()
  const rules = setRules(field)
  if (rules.length === 0) return null
  return (
    <Checkbox.Group
      className={classes.wide}
      label={t('models.warn')}
      description={t('models.warnHint')}
      value={field.warn ?? []}
      onChange={(chosen) => {
        const warn = rules.filter((rule) => chosen.includes(rule))
        onChange(withSetting(field, 'warn', warn.length === 0 ? undefined : warn))
      }}
    >
      <div className={classes.choices}>
        {rules.map((rule) => (
          <Checkbox key={rule} value={rule} label={t(`models.rule.${rule}`)} />
        ))}
      </div>
    </Checkbox.Group>
  )
}

/** Removes settings of rules that the field no longer has. */
export function withoutUnsetRules(field: WorkField): WorkField {
  const rules = setRules(field)
  const warn = field.warn?.filter((rule) => rules.includes(rule))
  const next = withSetting(field, 'warn', warn?.length === 0 ? undefined : warn)
  if (field.pattern) return next
  return withSetting(withSetting(next, 'patternMessage', undefined), 'patternMessages', undefined)
}

function setRules(field: WorkField): PublicationRule[] {
  return rulesOf(field.type).filter((rule) => {
    const value = field[rule]
    return value !== undefined && value !== null && value !== false
  })
}
