import { Group } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { DecimalInput } from '../../components/decimal-input.tsx'
import { useText } from '../../i18n/text.tsx'
import { elementId, useEditing, useProblemAt } from '../editing.ts'
import type { FieldEditor } from '../field-editor.ts'
import { FieldLabel } from '../field-label.tsx'
import classes from '../fields.module.css'

interface Point {
  lat: unknown
  lng: unknown
}

export const location: FieldEditor<'location'> = {
  icon: IconMapPin,
  isAside: true,
  summary: locationText,
  lines: (value: Point) => [locationText(value)],
  Editor({ field, value, onChange, path }) {
    const t = useText()
    const { isReadOnly } = useEditing()
    const point = pointOf(value)
    const common = {
      hideControls: true,
      readOnly: isReadOnly,
      style: { flex: 1 },
      parse: parseDegrees,
    }
    const problem = useProblemAt(path)
    return (
      <fieldset className={classes.group} id={elementId(path)}>
        <legend className={classes.legend}>
          <FieldLabel field={field} />
        </legend>
        <Group gap={8} align="start" wrap="nowrap">
          <DecimalInput
            {...common}
            label={t('location.lat')}
            error={useProblemAt(`${path}.lat`)}
            value={point.lat}
            onChange={(next) => onChange(withDegrees(point, 'lat', next))}
          />
          <DecimalInput
            {...common}
            label={t('location.lng')}
            error={useProblemAt(`${path}.lng`)}
            value={point.lng}
            onChange={(next) => onChange(withDegrees(point, 'lng', next))}
          />
        </Group>
        {problem !== undefined && <p className={classes.error}>{problem}</p>}
      </fieldset>
    )
  },
}

export function pointOf(value: unknown): Point {
  const { lat = null, lng = null } = (value ?? {}) as Partial<Point>
  return { lat, lng }
}

/** Maps copy more digits than a number field holds. */
export function parseDegrees(text: string): number | undefined {
  const degrees = Number(text)
  return text.trim() === '' || !Number.isFinite(degrees) ? undefined : degrees
}

/** Null if both are empty. */
export function withDegrees(point: Point, name: keyof Point, degrees: unknown): Point | null {
  const next = { ...point, [name]: degrees }
  return next.lat === null && next.lng === null ? null : next
}

/** `35.6586, 139.7454`, as maps accept it. */
export function locationText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return ''
  const { lat, lng } = value as Point
  return `${String(lat)}, ${String(lng)}`
}
