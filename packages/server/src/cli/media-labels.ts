/** Folders and tags as options of commands. */
import { folderOf, isFolder, isTag, tagOf } from '@octavo/schema/media-labels.ts'
import { say } from '@octavo/schema/problems.ts'
import { UsageError } from './command.ts'

export function folderFrom(text: string): string {
  const folder = folderOf(text)
  if (isFolder(folder)) return folder
  throw new UsageError(`--folder ${say('notFolder').message}`)
}

/** Comma-separated. */
export function tagsFrom(text: string | undefined, option: string): string[] {
  const tags = (text ?? '').split(',').map(tagOf)
  const named = tags.filter((tag) => tag !== '')
  if (named.every(isTag)) return named
  throw new UsageError(`--${option} ${say('notTag').message}`)
}
