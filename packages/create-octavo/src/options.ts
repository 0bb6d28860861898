/** Parses the command line. All problems are reported at once. */
import { parseArgs } from 'node:util'
import { nearest } from '../../schema/src/nearest.ts'
import { emailProblem, folderNameProblem, oneOfProblem } from './checks.ts'
import { UsageError } from './errors.ts'
import { packageManagerNames, type PackageManagerName } from './package-managers.ts'
import { templateNamed, templates, type Template } from './templates.ts'

export interface Options {
  folder: string | undefined
  template: Template | undefined
  email: string | undefined
  readsPassword: boolean
  packageManager: PackageManagerName | undefined
  install: boolean
  yes: boolean
  help: boolean
  version: boolean
}

const flags = {
  template: { type: 'string' },
  email: { type: 'string' },
  'password-stdin': { type: 'boolean' },
  'package-manager': { type: 'string' },
  'no-install': { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const

type Flag = keyof typeof flags

export function parseOptions(typed: readonly string[]): Options {
  const { texts, switches, positionals, problems } = parseTyped(typed)
  const { template, email, 'package-manager': manager } = texts
  const [folder, surplus] = positionals
  const report = (problem: string | undefined): void => void (problem && problems.push(problem))
  if (surplus !== undefined) report(`unexpected argument "${surplus}": name one folder`)
  if (folder !== undefined) report(folderNameProblem(folder))
  if (template !== undefined) {
    const names = templates.map(({ name }) => name)
    report(oneOfProblem('--template', template, names))
  }
  if (manager !== undefined) report(oneOfProblem('--package-manager', manager, packageManagerNames))
  if (email !== undefined) report(emailProblem(email))
  const install = !switches.has('no-install')
  const forOwner = [
    email !== undefined && 'email',
    switches.has('password-stdin') && 'password-stdin',
  ]
  for (const name of install ? [] : forOwner.filter(Boolean)) {
    report(`--${name} has no effect with --no-install: the account is created after installing`)
  }
  if (problems.length > 0) throw new UsageError(problems)
  return {
    folder,
    template: template === undefined ? undefined : templateNamed(template),
    email,
    readsPassword: switches.has('password-stdin'),
    packageManager: packageManagerNames.find((name) => name === manager),
    install,
    yes: switches.has('yes'),
    help: switches.has('help'),
    version: switches.has('version'),
  }
}

interface Typed {
  texts: Partial<Record<Flag, string>>
  switches: Set<Flag>
  positionals: string[]
  problems: string[]
}

function parseTyped(typed: readonly string[]): Typed {
  const { tokens, positionals } = parseArgs({
    args: [...typed],
    options: flags,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const problems: string[] = []
  const texts: Typed['texts'] = {}
  const switches: Typed['switches'] = new Set()
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const { name, rawName, value } = token
    if (!isFlag(name)) problems.push(unknown(rawName))
    else if (flags[name].type === 'boolean') {
      if (value !== undefined) problems.push(`${rawName} takes no value`)
      switches.add(name)
    } else if (value === undefined || value === '') problems.push(`${rawName} needs a value`)
    else texts[name] = value
  }
  return { texts, switches, positionals, problems }
}

function isFlag(name: string): name is Flag {
  return Object.hasOwn(flags, name)
}

function unknown(rawName: string): string {
  const known = Object.keys(flags).map((name) => `--${name}`)
  const guess = nearest(rawName, known, 2)
  return `unknown option ${rawName}${guess ? `; did you mean ${guess}?` : ''}`
}
