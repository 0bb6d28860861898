import { basename, isAbsolute, resolve } from 'node:path'
import type { Problem } from '@octavo/schema/errors.ts'
import type { FileVariables } from '../config.ts'
import { settingFault, type Variable } from '../setting-variables.ts'
import { variableOfKey } from './server-settings.ts'

interface Reading {
  /** The file, as messages name it. */
  name: string
  folder: string
  report(problem: Problem): void
}

/** The settings of a configuration file as the environment would give them. */
export function readVariables(
  value: Record<string, unknown>,
  { name, folder, report }: Reading,
): FileVariables {
  const variables = new Map<Variable, { value: string; source: string }>()
  for (const [key, variable] of Object.entries(variableOfKey)) {
    const given = value[key]
    if (given === undefined) continue
    const text = textOf(given, variable)
    const fault = text === undefined ? 'must be text, a number, a flag or a list of texts' : ''
    const problem = fault || settingFault(variable, text ?? '')
    if (problem) report({ path: key, message: problem })
    const isFolder = variable === 'OCTAVO_DATA'
    const inFolder = isFolder ? resolve(folder, text ?? '') : (text ?? '')
    variables.set(variable, { value: inFolder, source: `${name}: ${key}` })
  }
  // Everyone who signs in to Studio sees it: the folders of the machine are left out.
  const shown = isAbsolute(name) ? basename(name) : name
  if (value['models'] !== undefined)
    variables.set('OCTAVO_MODELS_FILE', { value: shown, source: name })
  return variables
}

function textOf(given: unknown, variable: Variable): string | undefined {
  if (typeof given === 'string' || typeof given === 'number') return String(given)
  if (typeof given === 'boolean') {
    return variable === 'OCTAVO_FAST_LANE' ? String(Number(given)) : String(given)
  }
  const isList = Array.isArray(given) && given.every((item) => typeof item === 'string')
  return isList ? given.join(',') : undefined
}
