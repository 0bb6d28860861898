/** Models that a configuration file defines are changed in that file, not in Studio. */
import { Refusal } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'

export interface ModelsFile {
  /** As messages name it. */
  readonly name: string
  /** LUID of the root space that it is about; undefined where there is one alone. */
  readonly root: string | undefined
}

export interface ModelsFileDeps {
  readonly modelsFile?: ModelsFile | undefined
}

/** The file that the models of this root space come from; null where Studio may change them. */
export function modelsFileOf({ modelsFile }: ModelsFileDeps, root: string): string | null {
  if (!modelsFile) return null
  return modelsFile.root === undefined || modelsFile.root === root ? modelsFile.name : null
}

export function requireOwnModels(deps: ModelsFileDeps, root: string): void {
  const file = modelsFileOf(deps, root)
  if (file !== null) throw new Refusal('badRequest', say('modelsInFile', { file }))
}
