/** The select types have in common that a value must be one of the options of the field. */
import type { Option } from '@octavo/schema/field-types/settings.ts'
import { say } from '@octavo/schema/problems.ts'
import type { Writing } from './field-type.ts'
import { readText, shortened } from './input.ts'

export function readOption(
  input: unknown,
  options: readonly Option[],
  path: string,
  writing: Writing,
): string | undefined {
  const value = readText(input, path, writing)
  if (value === undefined || hasOption(options, value)) return value
  writing.problem(path, say('noOption', { option: JSON.stringify(shortened(value)) }))
  return undefined
}

export function hasOption(options: readonly Option[], value: string): boolean {
  return options.some((option) => option.value === value)
}

export function valuesOf(options: readonly Option[]): string[] {
  return options.map(({ value }) => value)
}
