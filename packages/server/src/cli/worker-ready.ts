/** What a worker tells its primary when it serves; among its messages are also those of limits. */
const message = 'ready'

export function sayReady(): void {
  process.send?.(message)
}

export function isReady(said: unknown): boolean {
  return said === message
}
