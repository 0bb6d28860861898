import type { Review, ReviewReads, ReviewWrites } from '../reviews.ts'
import { countingRows } from './counting.ts'
import type { Connection } from './dialect.ts'
import { recordTable } from './record-table.ts'
import { raw, sql } from './sql.ts'

export const reviewTable = recordTable<Review>('reviews', ['item_id'], {
  itemId: 'integer',
  rootId: 'integer',
  dueOn: 'text',
})

export function reviewReads(connection: Connection): ReviewReads {
  const { dialect } = connection
  return {
    ofItems: (itemIds) =>
      reviewTable.all(
        connection,
        sql`select * from reviews where ${dialect.isOneOf('item_id', itemIds)}`,
      ),
    due({ rootId, spaceIds, until }, limit) {
      const inSpaces = spaceIds ? sql` and ${dialect.isOneOf('items.space_id', spaceIds)}` : raw('')
      return reviewTable.all(
        connection,
        sql`select reviews.* from reviews join items on items.id = reviews.item_id
          where ${countingRows(dialect, 2)}reviews.root_id = ${rootId} and due_on <= ${until}
            and archived_at is null and deleted_at is null${inSpaces}
          order by due_on, item_id limit ${limit}`,
      )
    },
  }
}

export function reviewWrites(connection: Connection): ReviewWrites {
  return {
    save: (review) => reviewTable.upsert(connection, [review]),
    remove: (itemIds) =>
      connection.run(
        sql`delete from reviews where ${connection.dialect.isOneOf('item_id', itemIds)}`,
      ),
  }
}
