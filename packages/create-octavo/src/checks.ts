/** What is wrong with a value that the user gave; undefined if nothing is. Flags and prompts use the same checks. */
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import {
  isEmail,
  isPassword,
  longestPassword,
  shortestPassword,
} from '../../schema/src/accounts.ts'
import { nearest } from '../../schema/src/nearest.ts'

type Problem = string | undefined

const namePattern = /^[a-z0-9][a-z0-9._-]{0,99}$/

/** Files that do not make a folder a project. */
const ignored = new Set(['.git', '.DS_Store', 'Thumbs.db'])
const shownNames = 3

export function emailProblem(email: string): Problem {
  return isEmail(email) ? undefined : `"${email}" is not an email address`
}

export function passwordProblem(password: string): Problem {
  if (isPassword(password)) return undefined
  return `the password must have ${shortestPassword} to ${longestPassword} characters`
}

export function oneOfProblem(flag: string, value: string, known: readonly string[]): Problem {
  if (known.includes(value)) return undefined
  const guess = nearest(value, known)
  const hint = guess ? `; did you mean ${guess}?` : ''
  return `${flag} must be one of ${known.join(', ')}, not "${value}"${hint}`
}

/** Its last part is also the name of the package. The current folder may have any name. */
export function folderNameProblem(folder: string): Problem {
  if (isCurrent(folder)) return undefined
  const name = basename(folder)
  if (namePattern.test(name)) return undefined
  return (
    `"${name}" cannot be the name of a project: ` +
    `use lower-case letters, digits, "-", "_" and ".", such as ${packageName(folder)}`
  )
}

export function packageName(folder: string): string {
  const name = basename(resolve(folder))
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[^a-z0-9]+|-+$/g, '')
  return namePattern.test(name) ? name : 'my-site'
}

function isCurrent(folder: string): boolean {
  return /^\.\/?$/.test(folder)
}

/** Whether a project can be written into a folder, which need not exist. */
export function folderProblem(folder: string, typed: string): Problem {
  if (!existsSync(folder)) return permissionProblem(nearestExisting(dirname(folder)))
  if (!statSync(folder).isDirectory()) return `${typed} is a file. Choose another folder.`
  const found = readdirSync(folder).filter((name) => !ignored.has(name))
  if (found.length === 0) return permissionProblem(folder)
  const names = found.slice(0, shownNames).join(', ')
  const more = found.length > shownNames ? ` and ${found.length - shownNames} more` : ''
  return `the folder ${typed} is not empty: it contains ${names}${more}. Choose another folder.`
}

function permissionProblem(folder: string): Problem {
  try {
    if (!statSync(folder).isDirectory()) return `${folder} is a file. Choose another folder.`
    accessSync(folder, constants.W_OK | constants.X_OK)
    return undefined
  } catch {
    return `no permission to write to ${folder}. Choose another folder, or change its permissions.`
  }
}

function nearestExisting(folder: string): string {
  return existsSync(folder) ? folder : nearestExisting(dirname(folder))
}
