/**
 * The first release of Node 24 with long-term support. Releases before 24.7 have no Argon2 in `node:crypto`.
 * The published commands import this file on any Node: no syntax that Node 18 cannot parse.
 */
export const oldestNode = '24.11.0'

export const nodeAdvice =
  'Install the current LTS release from https://nodejs.org, or with a version manager ' +
  '(for example: nvm install --lts), then run the command again.'

export function isNodeSupported(version: string, oldest: string = oldestNode): boolean {
  const [major = 0, minor = 0] = numbersOf(version)
  const [oldestMajor = 0, oldestMinor = 0] = numbersOf(oldest)
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}

function numbersOf(version: string): number[] {
  return version.split('.').map((part) => Number.parseInt(part, 10))
}
