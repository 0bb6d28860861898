import type { FieldTypeName } from '@octavo/schema/field-types.ts'
import type { Icon } from '@tabler/icons-react'
import {
  IconAlignLeft,
  IconArrowUpRight,
  IconBraces,
  IconCalendar,
  IconCalendarTime,
  IconCursorText,
  IconFileText,
  IconForms,
  IconListCheck,
  IconListDetails,
  IconMail,
  IconMapPin,
  IconNumber123,
  IconPalette,
  IconPhoto,
  IconRepeat,
  IconSelect,
  IconSlash,
  IconStack2,
  IconToggleLeft,
  IconWorld,
} from '@tabler/icons-react'

const icons: Record<FieldTypeName, Icon> = {
  text: IconCursorText,
  multiline: IconAlignLeft,
  flexible: IconFileText,
  boolean: IconToggleLeft,
  select: IconSelect,
  multiselect: IconListCheck,
  datetime: IconCalendarTime,
  date: IconCalendar,
  number: IconNumber123,
  slug: IconSlash,
  url: IconWorld,
  email: IconMail,
  color: IconPalette,
  location: IconMapPin,
  json: IconBraces,
  media: IconPhoto,
  reference: IconArrowUpRight,
  references: IconListDetails,
  repeat: IconRepeat,
  combination: IconStack2,
  fieldset: IconForms,
}

export function TypeIcon({ type }: { type: FieldTypeName }) {
  const Sign = icons[type]
  return <Sign size={16} stroke={1.6} aria-hidden />
}
