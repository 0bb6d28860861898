import { isDate } from '@octavo/schema/times.ts'
import { setReview } from '../content/reviews.ts'
import { defineCommand, idOf, UsageError } from './command.ts'

export const contentReview = defineCommand({
  options: {
    by: { type: 'string', value: 'DATE', about: 'the day by which to review the item: 2026-12-01' },
    clear: { type: 'boolean', about: 'remove the date' },
  },
  positionals: [{ name: 'ID' }],
  details:
    'Studio lists the item under “Review due” from that day on. Published data does not change.',
  async run({ positionals: [typed = ''], options: { by, clear } }, context) {
    const id = idOf(typed)
    if ((by === undefined) === (clear !== true)) throw new UsageError('set either --by or --clear')
    if (by !== undefined && !isDate(by)) {
      throw new UsageError(`--by must be a date, such as 2026-11-14, not "${by}"`)
    }
    const { content, rootId } = await context.inRoot()
    await setReview(content, { rootId, actor: 'cli', id, dueOn: by ?? null })
    context.terminal.note(
      by === undefined
        ? `Removed the review date of item ${id}.`
        : `Item ${id} is to be reviewed by ${by}.`,
    )
  },
})
