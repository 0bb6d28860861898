import { formatIn, type Format } from './formats.ts'
import { useI18n } from './text.tsx'

export function useFormat(): Format {
  return formatIn(useI18n().language)
}
