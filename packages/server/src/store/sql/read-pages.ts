import { nextTurn } from '../../scheduling/turns.ts'

/** Rows that contain copies of drafts are long. */
const rowsPerTurn = 100

/**
 * Reads all rows in turns of the event loop, because the embedded database never yields. `readAfter` reads at most
 * `limit` rows after the last one of the page before.
 */
export async function readPages<Row>(
  readAfter: (last: Row | undefined, limit: number) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const page = await readAfter(rows.at(-1), rowsPerTurn)
    rows.push(...page)
    if (page.length < rowsPerTurn) return rows
    await nextTurn('long')
  }
}
