/** The schemas of the management API as JSON Schema, for its OpenAPI document. */
import { adminCalls, type AdminCallSchemas } from '@octavo/schema/admin/calls.ts'
import { changeEvent } from '@octavo/schema/admin/audit.ts'
import { adminError } from '@octavo/schema/admin/errors.ts'
import { z, type ZodType } from 'zod'
import type { JsonSchema } from '../../fields/field-type.ts'

type ByName = Readonly<Record<string, JsonSchema>>

export interface ManagementSchemas {
  /** By route name. */
  readonly queries: ByName
  readonly bodies: ByName
  readonly replies: ByName
  /** Shared schemas by name. The others refer to them. */
  readonly named: ByName
}

export function managementSchemas(): ManagementSchemas {
  const queries = converted(schemasOf('query'), 'input')
  const bodies = converted(schemasOf('body'), 'output')
  const replies = converted(schemasOf('reply'), 'output')
  const others = converted({ adminError, changeEvent }, 'output')
  return {
    queries: queries.schemas,
    bodies: bodies.schemas,
    replies: replies.schemas,
    named: { ...bodies.named, ...replies.named, ...others.named },
  }
}

function schemasOf(part: 'query' | 'body' | 'reply'): Record<string, ZodType> {
  const calls = Object.entries<AdminCallSchemas>(adminCalls)
  const pairs = calls.map(([name, call]) => [name, call[part]] as const)
  return Object.fromEntries(pairs.filter((pair): pair is [string, ZodType] => Boolean(pair[1])))
}

/** A schema with an id is defined once and referenced by its id. */
function converted(
  schemas: Record<string, ZodType>,
  io: 'input' | 'output',
): { schemas: ByName; named: ByName } {
  // JSON Schema cannot express custom checks; their metadata describes them.
  const all = z.toJSONSchema(z.object(schemas), { io, unrepresentable: 'any' })
  const text = JSON.stringify(all).replaceAll('"#/$defs/', '"#/components/schemas/')
  const { properties = {}, $defs = {} } = JSON.parse(text) as Record<string, ByName>
  return { schemas: properties, named: $defs }
}
