/** The message of a worker to its primary when it serves. The channel also carries rate limit messages. */
const message = 'ready'

export function reportReady(): void {
  process.send?.(message)
}

export function isReady(received: unknown): boolean {
  return received === message
}
