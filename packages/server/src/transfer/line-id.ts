/** The id that a line of an import file names, as far as it can be told without reading the line as a whole. */

/** Leaves as many ids again to be handed out. */
export const highestImportId = 2 ** 52

export function isImportId(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0 && Number(value) <= highestImportId
}

export interface LineIdentity {
  /** LUID. */
  model: string | undefined
  /** Undefined where the line names none that an item could have. */
  id: number | undefined
}

/** Lines as `content export` writes them need not be parsed. */
const exportedLine = /^\{"model":"([a-z0-9_]+)",(?:"space":"[a-z0-9_]+",)?"id":([1-9]\d*)[,}]/
/** Of two, the last one counts. */
const anotherId = /"(?:i|\\u0069)(?:d|\\u0064)"/

export function identityOf(text: string): LineIdentity {
  const found = exportedLine.exec(text)
  if (found && !anotherId.test(text.slice(found[0].length))) {
    return identity(found[1], Number(found[2]))
  }
  try {
    const line = JSON.parse(text) as { model?: unknown; id?: unknown } | null
    return identity(line?.model, line?.id)
  } catch {
    return identity(undefined, undefined)
  }
}

function identity(model: unknown, id: unknown): LineIdentity {
  return {
    model: typeof model === 'string' ? model : undefined,
    id: isImportId(id) ? id : undefined,
  }
}
