/** Reads the parts of a schema file. Each reader reports problems and returns what is usable. */
import { clipped, problemAt, type Problem } from '@octavo/schema/errors.ts'
import { isLuid } from '@octavo/schema/names.ts'
import { say, type ProblemCode, type ProblemValues } from '@octavo/schema/problems.ts'
import { isObject } from '../fields/stored-shapes.ts'
import { nearest, nearestHint } from '@octavo/schema/nearest.ts'

export interface Checking {
  report(problem: Problem): void
  /** References to other definitions, which are checked after the complete file has been read. */
  readonly references: { what: 'model' | 'field set'; name: string; part: Part }[]
}

/** A name with its position. */
export interface PlacedName {
  name: string
  part: Part
}

const maxNameLength = 200
const maxLinesLength = 2_000

/** A value in a schema file with its position. */
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

  /** The property with this name. */
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

  /** Reports unknown keys, with the known key that was probably meant. */
  checkKeys(known: readonly string[], keys = this.keys()): void {
    for (const key of keys.filter((name) => !known.includes(name))) {
      const meant = nearest(key, known)
      const hint =
        meant === undefined ? `known keys are ${known.join(', ')}` : `did you mean "${meant}"?`
      this.at(shortened(key)).problem('unknownKey', { hint })
    }
  }

  /**
   * The parts of a list; empty without a list. `missing` and `empty` are the problems to report in these
   * cases.
   */
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

  flag(fallback: boolean): boolean {
    if (this.value === undefined || typeof this.value === 'boolean') return this.value ?? fallback
    this.problem('wantsFlag', { value: nameOf(this.value) })
    return fallback
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

  /** Text that may be omitted. */
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

  /** A display name: on one line and of limited length. */
  name(fallback: string): string {
    const name = this.value === undefined ? undefined : this.text()
    if (name === undefined) return fallback
    if (name.trim() === '') this.problem('nameEmpty')
    this.checkLine(name)
    return name
  }

  /** A short text on one line; undefined if it is left out or unusable. */
  line(): string | undefined {
    const text = this.isLeftOut() ? undefined : this.text()
    if (text === undefined) return undefined
    if (text.trim() === '') this.problem('textEmpty')
    this.checkLine(text)
    return text
  }

  private checkLine(text: string): void {
    if (text.length > maxNameLength) {
      this.problem('nameTooLong', { has: text.length, max: maxNameLength })
    }
    if (/\p{Cc}/u.test(text)) this.problem('nameControls')
  }

  /** A longer text, with line breaks. */
  lines(): string | undefined {
    const text = this.isLeftOut() ? undefined : this.text()
    if (text === undefined) return undefined
    if (text.trim() === '') this.problem('textEmpty')
    if (text.length > maxLinesLength) {
      this.problem('nameTooLong', { has: text.length, max: maxLinesLength })
    }
    return text
  }

  /** One of these texts. */
  oneOf<const Name extends string>(names: readonly Name[]): Name | undefined {
    const text = this.isLeftOut() ? undefined : this.text()
    const found = names.find((name) => name === text)
    if (text === undefined || found !== undefined) return found
    const hint = nearestHint(text, names)
    this.problem('noChoice', { value: quoted(text), names: names.join(', '), hint })
    return undefined
  }
}

/** The distinct texts of a list. */
export function readTexts(parts: readonly Part[], noun: string): PlacedName[] {
  const texts = parts.flatMap((part) => {
    const name = part.text()
    return name === undefined ? [] : [{ name, part }]
  })
  checkDistinct(texts, noun)
  return texts
}

/** Reports duplicate names in a list. */
export function checkDistinct(names: readonly PlacedName[], noun: string): void {
  const first = new Map<string, string>()
  for (const { name, part } of names) {
    const place = first.get(name)
    if (place === undefined) first.set(name, part.path)
    else part.problem('nameTwice', { what: noun, name: quoted(name), place })
  }
}

/** The text in quotes and shortened, for messages. */
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

/** The problems of a name outside of a file. */
export function nameProblems(name: string): Problem[] {
  const problems: Problem[] = []
  const report = (problem: Problem): void => void problems.push(problem)
  new Part(name, 'name', { report, references: [] }).line()
  return problems
}
