/** The date by which an item is to be reviewed. */
import { z } from 'zod'
import { date } from './values.ts'

export const reviewChange = z
  .strictObject({ by: date.nullable().describe('YYYY-MM-DD; null removes the date.') })
  .meta({
    id: 'ReviewChange',
    description: 'Sets the review date of an item. Published data and drafts do not change.',
  })
