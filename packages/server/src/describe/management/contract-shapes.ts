/** The shapes of `AdminCalls`, read from the types themselves. */
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import type { JsonSchema } from '../../fields/field-type.ts'
import { typeShapes } from './type-shapes.ts'

export interface ContractShapes {
  readonly schemas: Readonly<Record<string, JsonSchema>>
  readonly calls: Readonly<Record<string, CallShapes>>
}

export interface CallShapes {
  readonly description?: string
  readonly query: JsonSchema
  /** Left out where there is none; `file` for a form with a file. */
  readonly body?: JsonSchema | 'file'
  /** Left out where the answer is a stream of events. */
  readonly reply?: JsonSchema
}

const source = fileURLToPath(import.meta.resolve('@octavo/schema/admin-api.ts'))

export function contractShapes(): ContractShapes {
  const errors = source.replace('admin-api.ts', 'admin/errors.ts')
  const contents = source.replace('admin-api.ts', 'admin/contents.ts')
  const program = ts.createProgram([source, errors, contents], {
    strict: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
  })
  const checker = program.getTypeChecker()
  const shapes = typeShapes(checker)

  function typeNamed(path: string, name: string): ts.Type {
    const file = program.getSourceFile(path)
    const module = file && checker.getSymbolAtLocation(file)
    const symbol = module && checker.getExportsOfModule(module).find((one) => one.name === name)
    if (!symbol) throw new Error(`${path} has no ${name}`)
    return checker.getDeclaredTypeOfSymbol(symbol)
  }

  const propertyOf = (type: ts.Type, name: string): ts.Type => {
    const symbol = type.getProperty(name)
    if (!symbol) throw new Error(`a call has no ${name}`)
    return checker.getTypeOfSymbol(symbol)
  }

  const calls: Record<string, CallShapes> = {}
  for (const symbol of typeNamed(source, 'AdminCalls').getProperties()) {
    const call = checker.getTypeOfSymbol(symbol)
    const [body, reply] = [propertyOf(call, 'body'), propertyOf(call, 'reply')]
    const about = ts.displayPartsToString(symbol.getDocumentationComment(checker))
    const isFile = checker.typeToString(body) === 'FormData'
    calls[symbol.name] = {
      ...(about !== '' && { description: about.replaceAll(/\s+/g, ' ') }),
      query: shapes.shapeOf(propertyOf(call, 'query')),
      ...(isFile && { body: 'file' as const }),
      ...(!isFile && !(body.flags & ts.TypeFlags.Undefined) && { body: shapes.shapeOf(body) }),
      ...(!(reply.flags & ts.TypeFlags.Never) && { reply: shapes.shapeOf(reply) }),
    }
  }
  shapes.shapeOf(typeNamed(errors, 'AdminError'))
  shapes.shapeOf(typeNamed(contents, 'ChangeEvent'))
  return { schemas: shapes.named, calls }
}
