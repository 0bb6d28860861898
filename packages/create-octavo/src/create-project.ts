/** Writes, installs and sets up a project: all of it, or nothing. */
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { childEnvironment } from './child-environment.ts'
import { CreateError, Interrupted } from './errors.ts'
import { packageManagers } from './package-managers.ts'
import type { Plan } from './plan.ts'
import { writeFiles } from './project-files.ts'
import { runProgram, type Finished } from './run-program.ts'
import { setUp } from './set-up.ts'
import type { Surroundings } from './surroundings.ts'

const shownLines = 15

export async function createProject(
  plan: Plan,
  node: string | undefined,
  around: Surroundings,
): Promise<void> {
  const stopping = new AbortController()
  const stop = (): void => stopping.abort()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  const remove = startFolder(plan.folder)
  try {
    writeFiles(plan, around.version)
    if (plan.owner !== undefined && node !== undefined) {
      await install(plan, around, stopping.signal)
      around.note('Creating the database, the owner account and the keys…')
      await setUp(plan, plan.owner, { node, around, signal: stopping.signal })
    }
    if (stopping.signal.aborted) throw new Interrupted()
  } catch (error) {
    remove()
    throw stopping.signal.aborted ? new Interrupted() : error
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, stop)
  }
}

/** Returns a function that removes everything that was created since. */
function startFolder(folder: string): () => void {
  try {
    const created = mkdirSync(folder, { recursive: true })
    const before = new Set(readdirSync(folder))
    return () => {
      if (created !== undefined) return rmSync(created, { recursive: true, force: true })
      for (const name of existsSync(folder) ? readdirSync(folder) : []) {
        if (!before.has(name)) rmSync(join(folder, name), { recursive: true, force: true })
      }
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CreateError(`cannot create the folder: ${reason}. Choose another one.`)
  }
}

async function install(plan: Plan, around: Surroundings, signal: AbortSignal): Promise<void> {
  const { packageManager: name, folder } = plan
  const { install: words, environment } = packageManagers[name]
  around.note(`Installing packages with ${name}…`)
  const result = await runProgram(name, words, {
    folder,
    environment: { ...childEnvironment(around.environment), ...environment },
    isScript: true,
    signal,
  })
  if (result.code === 0) return
  throw new CreateError(
    `${name} ${words[0]} failed. Nothing was created.\n${lastLines(result)}\n` +
      'Fix the cause and run the command again, or write only the files with --no-install.',
  )
}

function lastLines({ stdout, stderr }: Finished): string {
  const lines = `${stdout}\n${stderr}`.split('\n').filter((line) => line.trim() !== '')
  return lines
    .slice(-shownLines)
    .map((line) => `  ${line}`)
    .join('\n')
}
