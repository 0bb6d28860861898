import type { FieldTypeName } from '@octavo/schema/field-types.ts'
import { fieldEditors } from '../../fields/registry.ts'

export function TypeIcon({ type }: { type: FieldTypeName }) {
  const Sign = fieldEditors[type].icon
  return <Sign size={16} stroke={1.6} aria-hidden />
}
