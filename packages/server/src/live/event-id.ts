/** The ids of events in streams: opaque to clients, valid on every node and after a restart. */

export interface EventId {
  /** A position in the change log. */
  readonly position: string
  /** How many events of the batch that follows the position were sent already. */
  readonly sent: number
  /** When the position was current, in milliseconds since 1970. */
  readonly at: number
}

/** The first word changes with the format. */
const format = '1'
const pattern = /^1 ([0-9a-z]{1,10}) (\d{1,9}) ([\d :,]{1,8000})$/

export function writeEventId({ position, sent, at }: EventId): string {
  return Buffer.from(`${format} ${at.toString(36)} ${sent} ${position}`).toString('base64url')
}

/** Undefined for an id that this server did not write. */
export function readEventId(text: string): EventId | undefined {
  const decoded = Buffer.from(text, 'base64url').toString()
  const [, at = '', sent = '', position = ''] = pattern.exec(decoded) ?? []
  if (position === '') return undefined
  return { position, sent: Number(sent), at: Number.parseInt(at, 36) }
}
