/** The data set as rows. Peers differ in column names and in the format of times. */
import {
  articleValues,
  authorCount,
  authorName,
  categoryCount,
  categoryName,
  firstTime,
  minute,
  type ArticleValues,
} from '../article-values.ts'
import type { Row } from './peer.ts'

export function* authorRows(row: (id: number, name: string) => Row): Iterable<Row> {
  for (let id = 1; id <= authorCount; id++) yield row(id, authorName(id))
}

export function* categoryRows(row: (id: number, name: string) => Row): Iterable<Row> {
  for (let id = 1; id <= categoryCount; id++) yield row(id, categoryName(id))
}

/** Article `id` was created `id` minutes after `firstTime`, so a higher id is newer. */
export function* articleRows(
  size: number,
  row: (id: number, values: ArticleValues, createdAt: number) => Row,
): Iterable<Row> {
  for (let id = 1; id <= size; id++) yield row(id, articleValues(id), firstTime + id * minute)
}

export function isoTime(time: number): string {
  return new Date(time).toISOString()
}
