/** Fields whose value cannot be sent, because a JSON text in it is not valid. */
import { invalidPaths } from '../../../fields/json/invalid-json.ts'
import type { DraftState, Values } from './draft-state.ts'

type Edits = Pick<DraftState, 'values' | 'dirty'>

/** The paths of all invalid texts. */
export function invalidPlaces({ values, dirty }: Edits): string[] {
  return Object.entries(dirty).flatMap(([language, luids]) =>
    [...luids].flatMap((luid) =>
      invalidPaths(values[language]?.[luid], `languages.${language}.fields.${luid}`),
    ),
  )
}

/** The unsaved fields that can be sent. */
export function validDirty({ values, dirty }: Edits): DraftState['dirty'] {
  const isValid = (language: string, luid: string): boolean =>
    invalidPaths(values[language]?.[luid], '').length === 0
  const pairs = Object.entries(dirty).map(
    ([language, luids]) =>
      [language, new Set([...luids].filter((luid) => isValid(language, luid)))] as const,
  )
  return Object.fromEntries(pairs)
}

export function withoutInvalid(state: DraftState): DraftState {
  const valid = (values: Values): Values =>
    Object.fromEntries(
      Object.entries(values).filter(([, value]) => invalidPaths(value, '').length === 0),
    )
  const pairs = Object.entries(state.values).map(
    ([language, own]) => [language, valid(own)] as const,
  )
  return { ...state, values: Object.fromEntries(pairs) }
}
