/**
 * Loaded into every process of a peer: blocks connections to other machines, whatever the peer's
 * settings, so that a run neither depends on the network nor sends telemetry.
 */
import { Socket } from 'node:net'

const here = /^(127\.|localhost$|::1$)/
const methods = Socket.prototype as unknown as {
  connect(this: Socket, ...given: unknown[]): Socket
}
const connect = methods.connect

methods.connect = function connectHere(...given) {
  const host = hostIn(given)
  if (host === undefined || here.test(host)) return connect.apply(this, given)
  process.stderr.write(`refused to call ${host}\n`)
  process.nextTick(() => this.destroy(new Error(`refused to call ${host}`)))
  return this
}

/** Accepts all forms of arguments: options, options in an array, or a port and a host. */
function hostIn([first, second]: unknown[]): string | undefined {
  const options: unknown = Array.isArray(first) ? first[0] : first
  const isNamed = typeof options === 'object' && options !== null && 'host' in options
  const host = isNamed ? options.host : second
  return typeof host === 'string' ? host : undefined
}
