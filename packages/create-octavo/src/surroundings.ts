import type { Readable } from 'node:stream'

/** What the command gets from the process. */
export interface Surroundings {
  /** Of this package, and of the packages that the project depends on. */
  version: string
  environment: NodeJS.ProcessEnv
  /** The working folder. */
  folder: string
  stdin: Readable
  /** Whether a person is there to respond. */
  isTerminal: boolean
  /** Results. */
  print(line: string): void
  /** Progress and errors. */
  note(line: string): void
}
