/** Reads the parts of a schema file. Each reader reports what is wrong and gives what can be used. */
import { clipped, problemAt, type Problem } from '@octavo/schema/errors.ts'
import { isLuid } from '@octavo/schema/names.ts'
import { say, type ProblemCode, type ProblemValues } from '@octavo/schema/problems.ts'
import { isObject } from '../fields/stored-shapes.ts'
import { nearest } from './nearest.ts'

export interface Checking {
  report(problem: Problem): void
  /** Names of other definitions; whether these exist is checked when all of the file is known. */
  readonly references: { what: 'model' | 'field set'; name: string; part: Part }[]
}

/** A name, and where it stands. */
export interface PlacedName {
  name: string
  part: Part
}

const maxNameLength = 200

/** A value in a schema file, and where it stands. */
export class Part {
  readonly value: unknown
  readonly path: string
  readonly checking: Checking

  constructor(value: unknown, path: string, checking: Checking) {
    this.value = value
    this.path = path
    this.checking = checking
  }

  problem(code: ProblemCode, values?: ProblemValues): void {
    this.checking.report(problemAt(this.path, say(code, values)))
  }

  /** What an object has under this name. */
  at(key: string): Part {
    const { [key]: value } = this.value as Record<string, unknown>
    return new Part(value, this.path === '' ? key : `${this.path}.${key}`, this.checking)
  }

  isObject(): boolean {
    if (isObject(this.value)) return true
    this.problem('wantsObject', { value: nameOf(this.value) })
    return false
  }

  keys(): string[] {
    return Object.keys(this.value as object)
  }

  /** Reports keys that mean nothing here, and the known key that was probably meant. */
  checkKeys(known: readonly string[], keys = this.keys()): void {
    for (const key of keys.filter((name) => !known.includes(name))) {
      const meant = nearest(key, known)
      const hint =
        meant === undefined ? `known are ${known.join(', ')}` : `did you mean "${meant}"?`
      this.at(shortened(key)).problem('unknownKey', { hint })
    }
  }

  /** The parts of a list, none where there is no list. What must not be is named by its problem. */
  list({ missing, empty }: { missing?: ProblemCode; empty?: ProblemCode } = {}): Part[] {
    if (this.value === undefined) {
      if (missing) this.problem(missing)
      return []
    }
    if (!Array.isArray(this.value)) {
      this.problem('wantsList', { value: nameOf(this.value) })
      return []
    }
    if (this.value.length === 0 && empty) this.problem(empty)
    return this.value.map((value, at) => new Part(value, `${this.path}[${at}]`, this.checking))
  }

  flag(otherwise: boolean): boolean {
    if (this.value === undefined || typeof this.value === 'boolean') return this.value ?? otherwise
    this.problem('wantsFlag', { value: nameOf(this.value) })
    return otherwise
  }

  text(): string | undefined {
    const { value } = this
    if (value === undefined) this.problem('missing')
    else if (typeof value !== 'string') this.problem('wantsText', { value: nameOf(value) })
    else if (value.includes('\0')) this.problem('nul')
    else if (!value.isWellFormed()) this.problem('halfCharacter')
    else return value
    return undefined
  }

  /** Text that may be left out. */
  optionalText(): string | null {
    return this.isLeftOut() ? null : (this.text() ?? null)
  }

  isLeftOut(): boolean {
    return this.value === undefined || this.value === null
  }

  luid(): string | undefined {
    const luid = this.text()
    if (luid === undefined || isLuid(luid)) return luid
    this.problem('notLuid', { name: quoted(luid) })
    return undefined
  }

  /** What people see of a thing: on one line and not endless. */
  name(otherwise: string): string {
    const name = this.value === undefined ? undefined : this.text()
    if (name === undefined) return otherwise
    if (name.trim() === '') this.problem('nameEmpty')
    if (name.length > maxNameLength) {
      this.problem('nameTooLong', { has: name.length, max: maxNameLength })
    }
    if (/\p{Cc}/u.test(name)) this.problem('nameControls')
    return name
  }
}

/** The texts of a list, each of which may stand there once. */
export function readTexts(parts: readonly Part[], noun: string): PlacedName[] {
  const texts = parts.flatMap((part) => {
    const name = part.text()
    return name === undefined ? [] : [{ name, part }]
  })
  checkDistinct(texts, noun)
  return texts
}

/** Reports names that stand twice in one list. */
export function checkDistinct(names: readonly PlacedName[], noun: string): void {
  const first = new Map<string, string>()
  for (const { name, part } of names) {
    const place = first.get(name)
    if (place === undefined) first.set(name, part.path)
    else part.problem('nameTwice', { what: noun, name: quoted(name), place })
  }
}

/** As messages repeat it. */
export function quoted(text: string): string {
  return JSON.stringify(shortened(text))
}

const shortened = (text: string): string => clipped(text, 60)

export function nameOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  return `${typeof value === 'string' ? 'text' : typeof value} ${shortened(JSON.stringify(value) ?? '')}`
}
