import { Refusal } from '@octavo/schema/errors.ts'

/** Adds up the length of a response, and rejects it as soon as it is too long. */
export interface SizeCounter {
  add(bytes: number): void
  /** Rejects the response if this many more bytes would make it too long. */
  expect(bytes: number): void
  /** Counts entries in lists of references, including those that are left out. */
  addListed(entries: number): void
  bytes(): number
}

/** Entries that are left out have no bytes, but checking each of them takes time. */
const maxListed = 250_000

export function sizeCounter(maxBytes: number): SizeCounter {
  let size = 0
  let listed = 0
  const expect = (bytes: number): void => {
    if (size + bytes <= maxBytes) return
    throw tooLarge(`${maxBytes} bytes`)
  }
  return {
    bytes: () => size,
    add(bytes) {
      size += bytes
      expect(0)
    },
    expect,
    addListed(entries) {
      listed += entries
      if (listed > maxListed) throw tooLarge(`${maxListed} listed references`)
    },
  }
}

function tooLarge(limit: string): Refusal {
  return new Refusal(
    'badRequest',
    `the response would exceed ${limit}: lower limit or depth, or select fewer properties`,
  )
}
