/** Reads the id of an import line, without parsing the line if possible. */

/** Leaves the same number of ids for new items. */
export const highestImportId = 2 ** 52

export function isImportId(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0 && Number(value) <= highestImportId
}

export interface LineIdentity {
  /** LUID. */
  model: string | undefined
  /** Undefined if the line has no valid id. */
  id: number | undefined
}

/** The format of `content export`, which does not need to be parsed. */
const exportedLine = /^\{"model":"([a-z0-9_]+)",(?:"space":"[a-z0-9_]+",)?"id":([1-9]\d*)[,}]/
/** If a line has two ids, the last one wins, so it must be parsed. */
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
