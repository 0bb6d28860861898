/** A reporter of `node --test`: one line for each test file, with the milliseconds of its tests. */
import type { TestEvent } from 'node:test/reporters'

export interface FileTime {
  file: string
  time: number
}

// oxlint-disable-next-line import/no-default-export -- node:test imports reporters this way.
export default async function* fileTimes(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    // The summary of the whole run names no file.
    if (type !== 'test:summary' || data.file === undefined) continue
    const line: FileTime = { file: data.file, time: data.duration_ms }
    yield `${JSON.stringify(line)}\n`
  }
}
