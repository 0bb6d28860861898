/** The line of the project's files that created a definition, for problem messages. */

const places = new WeakMap<object, string>()

/** Notes the line that called `caller`. Costs some microseconds for each definition. */
export function notePlace<Definition extends object>(
  definition: Definition,
  caller: (...args: never[]) => unknown,
): Definition {
  const trace: { stack?: string } = {}
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 1
  Error.captureStackTrace(trace, caller)
  Error.stackTraceLimit = stackTraceLimit
  const [place] = placesIn(trace.stack ?? '')
  if (place !== undefined) places.set(definition, place)
  return definition
}

/** `file:///…/octavo.config.ts:3:9`; undefined for an object that no builder returned. */
export function placeOfDefinition(definition: object): string | undefined {
  return places.get(definition)
}

/** The places in files that a stack trace names, innermost first. A syntax error names its file on the first line. */
export function placesIn(stack: string): string[] {
  const found = stack.matchAll(/(?<=^|[\s(])(?:file:\/\/)?\/[^\n()]*?:\d+(?::\d+)?(?=\)|\n|$)/g)
  return Array.from(found, ([place]) => place)
}
