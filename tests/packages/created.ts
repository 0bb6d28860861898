/** A project as `create-octavo` printed it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Created {
  email: string
  /** Empty where it was not generated. */
  password: string
  /** What to type next, line by line. */
  next: string[]
}

export function createdIn(printed: string): Created {
  const [, email = '', password = ''] = /Sign in +(\S+)(?: +(\S+))?/.exec(printed) ?? []
  const [, lines = ''] = /\nNext:\n((?: {2}.*\n)+)/.exec(printed) ?? []
  return { email, password, next: lines.trim().split(/\n */) }
}

/** The variables of `.env`. */
export function envOf(folder: string): Record<string, string> {
  const lines = readFileSync(join(folder, '.env'), 'utf8').matchAll(/^(\w+)=(.*)$/gm)
  return Object.fromEntries(Array.from(lines, ([, name = '', value = '']) => [name, value]))
}

/** The addresses that `octavo dev` and `octavo start` print. */
export function addressesIn(printed: string): { studio: string; api: string } {
  const [, studio = ''] = /Studio +(\S+)\//.exec(printed) ?? []
  const [, api = ''] = /API +(\S+)/.exec(printed) ?? []
  return { studio, api }
}

export async function readTitles(api: string, key: string, parameters: string): Promise<string[]> {
  const headers = { 'X-SERVICE-API-KEY': key }
  const response = await fetch(`${api}/contents?${parameters}`, { headers })
  const { data } = (await response.json()) as { data: { title: string }[] }
  return data.map(({ title }) => title)
}

/** The status of signing in to Studio. */
export async function signInStatus(
  api: string,
  account: { email: string; password: string },
): Promise<number> {
  const { origin } = new URL(api)
  const response = await fetch(new URL('/admin/api/session', api), {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, 'X-Octavo-Studio': '1' },
    body: JSON.stringify(account),
  })
  return response.status
}
