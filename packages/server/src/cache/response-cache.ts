/** Answers by name, in bounded memory, each with the tags of all that it depends on. */
import { AgedMap } from '../store/cache/aged-map.ts'

export interface Answer {
  readonly tags: readonly string[]
  /** What it takes in memory, tags included. */
  readonly bytes: number
  /** Not given any more from this time on. */
  readonly expiresAt: number
}

export interface ResponseCache<Kept extends Answer> {
  find(name: string, now: number): Kept | undefined
  /** Called before an answer is computed: changes from here on may not be in it. */
  begin(): Computation<Kept>
  /** Accounts for what an answer that is kept has grown by. */
  grow(name: string, answer: Kept, bytes: number): void
  purge(tags: readonly string[]): void
  clear(): void
  readonly size: number
  readonly bytes: number
}

export interface Computation<Kept extends Answer> {
  /** False where a change may have come too late for the answer: then it is not kept. */
  keep(name: string, answer: Kept): boolean
  end(): void
}

export function createResponseCache<Kept extends Answer>(maxBytes: number): ResponseCache<Kept> {
  /** In order of use, the longest unused is the oldest. */
  const answers = new AgedMap<string, { answer: Kept; bytes: number }>()
  const namesByTag = new Map<string, Set<string>>()
  /** Purges since the start of each computation that is under way; null for a purge of everything. */
  const underWay = new Set<(readonly string[] | null)[]>()
  let bytes = 0

  function remove(name: string): void {
    const kept = answers.delete(name)
    if (!kept) return
    bytes -= kept.bytes
    for (const tag of kept.answer.tags) {
      const names = namesByTag.get(tag)
      if (names?.delete(name) && names.size === 0) namesByTag.delete(tag)
    }
  }

  function makeRoom(): void {
    while (bytes > maxBytes && answers.oldest) remove(answers.oldest.key)
  }

  function add(name: string, answer: Kept): void {
    remove(name)
    // What would push out a good part of everything else is not worth keeping.
    if (answer.bytes > maxBytes / 8) return
    answers.set(name, { answer, bytes: answer.bytes })
    bytes += answer.bytes
    for (const tag of answer.tags) {
      const names = namesByTag.get(tag)
      if (names) names.add(name)
      else namesByTag.set(tag, new Set([name]))
    }
    makeRoom()
  }

  return {
    find(name, now) {
      const kept = answers.renew(name)
      if (!kept) return undefined
      if (kept.answer.expiresAt <= now) {
        remove(name)
        return undefined
      }
      return kept.answer
    },
    begin() {
      const purges: (readonly string[] | null)[] = []
      underWay.add(purges)
      return {
        keep(name, answer) {
          if (purges.length > 0 && isTouched(answer.tags, purges)) return false
          add(name, answer)
          return true
        },
        end: () => void underWay.delete(purges),
      }
    },
    grow(name, answer, by) {
      const kept = answers.get(name)
      if (kept?.answer !== answer) return
      kept.bytes += by
      bytes += by
      makeRoom()
    },
    purge(tags) {
      if (tags.length === 0) return
      for (const purges of underWay) purges.push(tags)
      for (const tag of tags) for (const name of namesByTag.get(tag) ?? []) remove(name)
    },
    clear() {
      for (const purges of underWay) purges.push(null)
      answers.clear()
      namesByTag.clear()
      bytes = 0
    },
    get size() {
      return answers.size
    },
    get bytes() {
      return bytes
    },
  }
}

function isTouched(
  tags: readonly string[],
  purges: readonly (readonly string[] | null)[],
): boolean {
  const own = new Set(tags)
  return purges.some((purged) => purged === null || purged.some((tag) => own.has(tag)))
}
