import { say } from '@octavo/schema/problems.ts'
import type { FieldType, Writing } from './field-type.ts'
import { RoundedNumber } from './exact-json.ts'
import { isAbsent, readObject, shortened } from './input.ts'
import { isObject } from './stored-shapes.ts'

type Point = { lat: number; lng: number }

const ranges = { lat: 90, lng: 180 }
const needs = { lat: say('notLatitude'), lng: say('notLongitude') }

/** A point on the globe, in degrees. */
export const location: FieldType<'location', Point> = {
  written(input, _field, path, writing) {
    if (isAbsent(input)) return undefined
    const object = readObject(input, path, writing)
    if (!object) return undefined
    const unknown = Object.keys(object).filter((name) => name !== 'lat' && name !== 'lng')
    for (const name of unknown) writing.problem(`${path}.${shortened(name)}`, say('unknownName'))
    const lat = readDegrees(object, 'lat', path, writing)
    const lng = readDegrees(object, 'lng', path, writing)
    if (lat === undefined || lng === undefined || unknown.length > 0) return undefined
    return { lat, lng }
  },

  isStored: (value): value is Point =>
    isObject(value) &&
    Object.keys(value).length === 2 &&
    isDegrees(value['lat'], 'lat') &&
    isDegrees(value['lng'], 'lng'),
  rendered: (stored) => (stored ? `{"lat":${stored.lat},"lng":${stored.lng}}` : 'null'),
  exported: ({ lat, lng }) => ({ lat, lng }),
  initial: (field) => field.default ?? undefined,

  jsonSchema: () => ({
    type: ['object', 'null'],
    properties: {
      lat: { type: 'number', minimum: -ranges.lat, maximum: ranges.lat },
      lng: { type: 'number', minimum: -ranges.lng, maximum: ranges.lng },
    },
    required: ['lat', 'lng'],
    additionalProperties: false,
  }),
}

function readDegrees(
  object: Record<string, unknown>,
  name: keyof Point,
  path: string,
  writing: Writing,
): number | undefined {
  const given = object[name] instanceof RoundedNumber ? Number(object[name]) : object[name]
  const value = given === 0 ? 0 : given
  if (isDegrees(value, name)) return value
  writing.problem(`${path}.${name}`, needs[name])
  return undefined
}

export function isDegrees(value: unknown, name: keyof Point): value is number {
  return typeof value === 'number' && Math.abs(value) <= ranges[name]
}
