/** TypeScript types as JSON Schema: what the contract of the management API is made of. */
import ts from 'typescript'
import type { JsonSchema } from '../../fields/field-type.ts'

export interface TypeShapes {
  /** The schema of a type; named types are told once, and referred to. */
  shapeOf(type: ts.Type, name?: string): JsonSchema
  /** Every named type that was met. */
  readonly named: Readonly<Record<string, JsonSchema>>
}

export function typeShapes(checker: ts.TypeChecker): TypeShapes {
  const named: Record<string, JsonSchema> = {}
  const met = new Map<string, ts.Type>()

  function shapeOf(type: ts.Type, property = ''): JsonSchema {
    const name = nameOf(type)
    if (name === undefined) return inlineShape(type, property)
    const known = met.get(name)
    if (known && known !== type) throw new Error(`two types are called ${name}`)
    if (!known) {
      met.set(name, type)
      const about = aboutOf(type.aliasSymbol ?? type.symbol)
      named[name] = { ...about, ...inlineShape(type, property) }
    }
    return { $ref: `#/components/schemas/${name}` }
  }

  /** Interfaces, and unions that have a name. */
  function nameOf(type: ts.Type): string | undefined {
    if (type.aliasSymbol) return type.aliasTypeArguments ? undefined : type.aliasSymbol.name
    const isInterface = (type.symbol?.flags ?? 0) & ts.SymbolFlags.Interface
    const isOwn = type.symbol?.declarations?.some(
      ({ kind }) => kind === ts.SyntaxKind.InterfaceDeclaration,
    )
    return isInterface && isOwn && !isList(type) ? type.symbol.name : undefined
  }

  const isList = (type: ts.Type): boolean => checker.isArrayType(type)

  function inlineShape(type: ts.Type, property: string): JsonSchema {
    if (type.flags & ts.TypeFlags.Unknown) return {}
    if (type.flags & ts.TypeFlags.Null) return { type: 'null' }
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value }
    if (type.flags & ts.TypeFlags.BooleanLiteral) {
      return { const: checker.typeToString(type) === 'true' }
    }
    if (type.flags & ts.TypeFlags.Boolean) return { type: 'boolean' }
    if (type.flags & ts.TypeFlags.Number) return { type: 'number' }
    if (type.flags & ts.TypeFlags.String) {
      return { type: 'string', ...(isTime(property) && { format: 'date-time' }) }
    }
    if (type.isUnion()) return unionShape(type.types, property)
    if (isList(type)) {
      const [items] = checker.getTypeArguments(type as ts.TypeReference)
      return { type: 'array', items: items ? shapeOf(items) : {} }
    }
    return objectShape(type)
  }

  function unionShape(types: readonly ts.Type[], property: string): JsonSchema {
    const present = types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined))
    const literals = present.filter((type) => type.isStringLiteral() || type.isNumberLiteral())
    const booleans = present.filter(({ flags }) => flags & ts.TypeFlags.BooleanLiteral)
    const told = new Set<ts.Type>([...literals, ...booleans])
    const others = present.filter((type) => !told.has(type))
    const shapes = others.map((type) => shapeOf(type, property))
    if (booleans.length === 2) shapes.push({ type: 'boolean' })
    else shapes.push(...booleans.map((type) => inlineShape(type, property)))
    if (literals.length > 0) shapes.unshift({ enum: literals.map(({ value }) => value) })
    const [only] = shapes
    return shapes.length === 1 && only ? only : { anyOf: shapes }
  }

  function objectShape(type: ts.Type): JsonSchema {
    const properties: Record<string, JsonSchema> = {}
    const required: string[] = []
    for (const symbol of checker.getPropertiesOfType(type)) {
      const shape = shapeOf(checker.getTypeOfSymbol(symbol), symbol.name)
      properties[symbol.name] = { ...shape, ...aboutOf(symbol) }
      if (!(symbol.flags & ts.SymbolFlags.Optional)) required.push(symbol.name)
    }
    const others = checker.getIndexInfosOfType(type)[0]?.type
    return {
      type: 'object',
      ...(Object.keys(properties).length > 0 && { properties }),
      ...(required.length > 0 && { required }),
      additionalProperties: others ? shapeOf(others) : false,
    }
  }

  function aboutOf(symbol: ts.Symbol | undefined): JsonSchema {
    const text = ts.displayPartsToString(symbol?.getDocumentationComment(checker) ?? [])
    return text === '' ? {} : { description: text.replaceAll(/\s+/g, ' ') }
  }

  return { shapeOf, named }
}

/** The contract calls all of them so. */
function isTime(property: string): boolean {
  return property === 'at' || property.endsWith('At')
}
