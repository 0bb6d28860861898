import type { Field } from '@octavo/schema/definitions.ts'
import { isEnforced } from '@octavo/schema/rules.ts'
import { IconLock } from '@tabler/icons-react'
import { useText } from '../i18n/text.tsx'
import classes from './fields.module.css'

interface FieldLabelProps {
  field: Field
  /** Current length of the value. */
  length?: number
}

/** The name of a field, whether it is required to publish, and its length with the limit. */
export function FieldLabel({ field, length }: FieldLabelProps) {
  const t = useText()
  const max = 'maxLength' in field ? field.maxLength : null
  return (
    <>
      <span>
        {field.name}
        {field.required && isEnforced(field, 'required') && (
          <span className={classes.required} title={t('problem.required')}>
            <span aria-hidden> *</span>
            <span className="visually-hidden"> ({t('problem.required')})</span>
          </span>
        )}
        {field.readOnly === true && (
          <span className={classes.fixed} title={t('item.readOnly')}>
            <IconLock size={13} aria-hidden />
            <span className="visually-hidden"> ({t('item.readOnly')})</span>
          </span>
        )}
      </span>
      {max !== null && length !== undefined && length > max * 0.7 && (
        <span className={classes.count} data-over={length > max && isEnforced(field, 'maxLength')}>
          {length}/{max}
        </span>
      )}
    </>
  )
}

/** Limits count code points, not UTF-16 code units. */
export const lengthOf = (text: string): number => [...text].length
