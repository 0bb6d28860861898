import type { Field } from '@octavo/schema/definitions.ts'
import type { OwnerPresentation } from '@octavo/schema/presentation.ts'
import { memo, useCallback, useRef } from 'react'
import { useSession } from '../api/session.tsx'
import { FieldInput } from './field-input.tsx'
import classes from './fields.module.css'
import { groupFields } from './groups.ts'
import { isShown } from './shown.ts'

interface FieldsProps {
  fields: Field[]
  groups?: OwnerPresentation['groups']
  values: Record<string, unknown>
  /** The values that a reader of the language sees, with shared ones; default: `values`. */
  seen?: Record<string, unknown> | undefined
  onChange: (values: Record<string, unknown>) => void
  path: string
  language: string
}

/** The fields of a field set, or of an entry of a repeat or combination. */
export function Fields(props: FieldsProps) {
  const { fields, groups: listed, values, seen = values, onChange, path, language } = props
  const latest = useRef({ values, onChange })
  latest.current = { values, onChange }
  const set = useCallback((luid: string, value: unknown) => {
    const { values: old, onChange: change } = latest.current
    change({ ...old, [luid]: value })
  }, [])
  const { schema } = useSession()
  const shown = fields.filter((field) => isShown(field, seen, schema))
  const { plain, groups } = groupFields(shown, listed)
  const inputs = (some: readonly Field[]) => (
    <div className={classes.inputs}>
      {some.map((field) => (
        <div key={field.id} className={classes.input} data-width={field.width}>
          <OneField
            field={field}
            value={values[field.luid]}
            onSet={set}
            path={`${path}.${field.luid}`}
            language={language}
          />
        </div>
      ))}
    </div>
  )
  return (
    <>
      {plain.length > 0 && inputs(plain)}
      {groups.map(({ key, name, fields: inside }) => (
        <fieldset key={key} className={classes.group}>
          <legend className={classes.groupName}>{name}</legend>
          {inputs(inside)}
        </fieldset>
      ))}
    </>
  )
}

interface OneFieldProps {
  field: Field
  value: unknown
  onSet: (luid: string, value: unknown) => void
  path: string
  language: string
}

/** Memoized so that typing in one field rerenders only that field. */
const OneField = memo(function OneField({ field, value, onSet, path, language }: OneFieldProps) {
  const { luid } = field
  const change = useCallback((next: unknown) => onSet(luid, next), [onSet, luid])
  return (
    <FieldInput field={field} value={value} onChange={change} path={path} language={language} />
  )
})
