import type { AdminCalls } from '@octavo/schema/admin/calls.ts'
import { admin } from './admin.ts'

type Reply = Promise<AdminCalls['bootstrap']['reply']>

export function readBootstrap(root: string, signal?: AbortSignal): Reply {
  return admin.call('bootstrap', { params: {}, query: root ? { root } : {}, signal })
}

let early: { root: string; reply: Reply } | undefined

/** Sends the first request of Studio before the app is loaded. */
export function readBootstrapEarly(root: string): void {
  const reply = readBootstrap(root)
  // It is handled when it is taken.
  reply.catch(() => {})
  early = { root, reply }
}

/** The response to the early request, once, because it is soon out of date. */
export function takeEarlyBootstrap(root: string): Reply | undefined {
  const reply = early?.root === root ? early.reply : undefined
  early = undefined
  return reply
}
