/** Runs a command line and returns the exit code: 2 for an invalid one, 1 for any other error. */
import { createProject } from './create-project.ts'
import { CreateError, Interrupted, UsageError } from './errors.ts'
import { help } from './help.ts'
import { nodeToUse } from './node.ts'
import { parseOptions } from './options.ts'
import { nextSteps } from './next-steps.ts'
import { completed } from './plan.ts'
import type { Surroundings } from './surroundings.ts'

export async function run(typed: readonly string[], around: Surroundings): Promise<number> {
  try {
    const options = parseOptions(typed)
    if (options.help) around.print(help)
    else if (options.version) around.print(around.version)
    else {
      const node = options.install ? await nodeToUse(around.environment) : undefined
      const plan = await completed(options, around)
      await createProject(plan, node, around)
      for (const line of nextSteps(plan, around.folder)) around.print(line)
    }
    return 0
  } catch (error) {
    return reported(error, around)
  }
}

function reported(error: unknown, { note, environment }: Surroundings): number {
  if (error instanceof UsageError) {
    for (const problem of error.problems) note(`create-octavo: ${problem}`)
    note('See npm create octavo@latest -- --help.')
    return 2
  }
  if (error instanceof Interrupted) {
    note('create-octavo: cancelled. Nothing was created.')
    return 130
  }
  const isClear = error instanceof CreateError
  const message = error instanceof Error ? error.message : String(error)
  note(`create-octavo: ${message}`)
  if (!isClear && environment['OCTAVO_DEBUG'] === '1' && error instanceof Error)
    note(error.stack ?? '')
  return 1
}
