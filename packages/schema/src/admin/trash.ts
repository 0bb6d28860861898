/** The trash. */
import { z } from 'zod'
import { id, shortList } from './values.ts'

const some = shortList(id, { most: 100, message: 'must have at most 100 entries' }).exactOptional()

export const trashDeletion = z.strictObject({ items: some, media: some }).meta({
  id: 'TrashDeletion',
  description: 'Ids of items and media that are in the trash; at most 100 each.',
})
