/** Parses the image transform from the parameters of an asset URL. */
import { Refusal } from '@octavo/schema/errors.ts'
import { imageFits, imageFormats, largestSide } from '@octavo/schema/images.ts'
import { unreadable, type RawQuery } from '../../query/parameters.ts'

export const transformNames = ['width', 'height', 'format', 'fit', 'quality', 'dpr'] as const
type Name = (typeof transformNames)[number]

export interface ImageTransform {
  readonly width: number | undefined
  readonly height: number | undefined
  readonly format: (typeof imageFormats)[number] | undefined
  readonly fit: (typeof imageFits)[number]
  readonly quality: number | undefined
  readonly dpr: number
}

/** Undefined if the query has no transform parameters. Other parameters are ignored. */
export function transformIn(query: RawQuery): ImageTransform | undefined {
  const problems = unreadable(query)
  const given = new Map<Name, string>()
  for (const [sent, value, wrong] of query) {
    const name = transformNames.find((candidate) => candidate === sent)
    if (name === undefined || wrong) continue
    if (given.has(name)) problems.push({ path: name, message: 'is given twice' })
    else given.set(name, value)
  }
  if (given.size === 0 && problems.length === 0) return undefined

  function number(name: Name, pattern: RegExp, least: number, most: number): number | undefined {
    const text = given.get(name)
    if (text === undefined) return undefined
    const value = Number(text)
    if (pattern.test(text) && value >= least && value <= most) return value
    const kind = pattern === whole ? 'a whole number' : 'a number'
    problems.push({ path: name, message: `must be ${kind} from ${least} to ${most}` })
    return undefined
  }

  function word<Word extends string>(name: Name, words: readonly Word[]): Word | undefined {
    const text = given.get(name)
    const found = words.find((candidate) => candidate === text)
    if (text !== undefined && found === undefined) {
      problems.push({ path: name, message: `must be one of ${words.join(', ')}` })
    }
    return found
  }

  const transform: ImageTransform = {
    width: number('width', whole, 1, largestSide),
    height: number('height', whole, 1, largestSide),
    format: word('format', imageFormats),
    fit: word('fit', imageFits) ?? 'bounds',
    quality: number('quality', whole, 1, 100),
    dpr: number('dpr', decimal, 0.1, 5) ?? 1,
  }
  if (problems.length > 0) throw new Refusal('badRequest', problems)
  return transform
}

const whole = /^\d{1,5}$/
const decimal = /^\d{1,2}(?:\.\d{1,6})?$/
