/** Completes the options: by prompts in a terminal, by defaults elsewhere. */
import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { folderProblem, packageName, passwordProblem } from './checks.ts'
import { CreateError, UsageError } from './errors.ts'
import type { Options } from './options.ts'
import { runningPackageManager, type PackageManagerName } from './package-managers.ts'
import type { Surroundings } from './surroundings.ts'
import { defaultTemplate, templateNamed, type Template } from './templates.ts'

export interface Plan {
  /** An absolute path. */
  folder: string
  /** Of the package. */
  name: string
  template: Template
  packageManager: PackageManagerName
  /** Undefined with `--no-install`. */
  owner: Owner | undefined
}

export interface Owner {
  email: string
  password: string
  /** Whether nobody has seen the password yet. */
  isGenerated: boolean
}

export const defaultFolder = 'my-site'
export const defaultEmail = 'owner@example.com'

/** What prompts can add. */
export type Replies = Partial<Pick<Options, 'folder' | 'template' | 'email'>> & {
  password?: string
}

export async function completed(options: Options, around: Surroundings): Promise<Plan> {
  const password = options.readsPassword ? await passwordIn(around) : undefined
  // Before the first question: a folder that cannot be used ends the command.
  if (options.folder !== undefined) usableFolder(options.folder, around)
  const replies = await askedFor(options, password !== undefined, around)
  const typed = options.folder ?? replies.folder ?? defaultFolder
  const template = options.template ?? replies.template ?? templateNamed(defaultTemplate)
  if (!template) throw new Error(`there is no template ${defaultTemplate}`)
  const folder = usableFolder(typed, around)
  return {
    folder,
    name: packageName(folder),
    template,
    packageManager: options.packageManager ?? runningPackageManager(around.environment),
    owner: options.install
      ? ownerOf(options.email ?? replies.email, password ?? replies.password)
      : undefined,
  }
}

async function askedFor(
  options: Options,
  hasPassword: boolean,
  around: Surroundings,
): Promise<Replies> {
  if (options.yes || !around.isTerminal) return {}
  const { ask } = await import('./prompts.ts')
  return ask(options, { hasPassword, folderProblem: (typed) => problemOf(typed, around) })
}

function ownerOf(email: string | undefined, password: string | undefined): Owner {
  return {
    email: email ?? defaultEmail,
    password: password ?? randomBytes(12).toString('base64url'),
    isGenerated: password === undefined,
  }
}

async function passwordIn({ stdin }: Surroundings): Promise<string> {
  const [first = ''] = (await text(stdin)).split(/\r?\n/)
  const problem = passwordProblem(first)
  if (problem !== undefined) throw new UsageError([`--password-stdin: ${problem}`])
  return first
}

function usableFolder(typed: string, around: Surroundings): string {
  const problem = problemOf(typed, around)
  if (problem !== undefined) throw new CreateError(problem)
  return resolve(around.folder, typed)
}

function problemOf(typed: string, { folder }: Surroundings): string | undefined {
  return folderProblem(resolve(folder, typed), typed)
}
