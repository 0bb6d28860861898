import type { Store } from '../store/store.ts'
import { CommandError } from './command.ts'

/** The id of a language by its key, by default of the main language. */
export async function languageIdOf(
  store: Store,
  rootId: number,
  key: string | undefined,
): Promise<number> {
  const { languages } = await store.read((tx) => tx.roots.load(rootId))
  const language = languages.find((candidate) => key === undefined || candidate.key === key)
  if (language) return language.id
  const keys = languages.map((candidate) => candidate.key).join(', ')
  throw new CommandError(`unknown language "${key}". Languages of this root space: ${keys}.`)
}
