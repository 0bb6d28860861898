import { execFileSync } from 'node:child_process'
import { repository } from '../pack/repository.ts'

export function git(...words: string[]): string {
  return execFileSync('git', words, { cwd: repository, encoding: 'utf8' }).trim()
}

/** First lines of the commits since the last release, the newest first. */
export function subjectsSinceRelease(version: string): string[] {
  const log = git('log', '--no-merges', '--format=%s', `${lastRelease(version)}..HEAD`)
  return log === '' ? [] : log.split('\n')
}

/** Its tag, or the commit that set the version if it was never tagged. */
function lastRelease(version: string): string {
  const tag = `v${version}`
  if (git('tag', '--list', tag) !== '') return tag
  const text = `"version": "${version}"`
  const commits = git('log', '--format=%H', `-S${text}`, '--', 'packages/server/package.json')
  const first = commits.split('\n').at(-1)
  if (!first) throw new Error(`there is no tag ${tag}, and no commit sets the version ${version}`)
  return first
}
