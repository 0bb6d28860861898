/** Why a target gave no response, as a message that Studio translates. */
import { say, type CodedMessage, type ProblemCode } from '@octavo/schema/problems.ts'
import { storable } from './storable.ts'

export class RequestFailed extends Error {
  override name = 'RequestFailed'
  readonly reason: CodedMessage

  constructor(reason: CodedMessage) {
    super(reason.message)
    this.reason = reason
  }
}

/** By the code of an error of Node. */
const known: Readonly<Record<string, ProblemCode>> = {
  ENOTFOUND: 'targetNoAddress',
  ENODATA: 'targetNoAddress',
  EAI_AGAIN: 'targetUnresolved',
  ECONNREFUSED: 'targetRefuses',
  ECONNRESET: 'targetCloses',
  EPIPE: 'targetCloses',
  ETIMEDOUT: 'targetUnreachable',
  EHOSTUNREACH: 'targetUnreachable',
  ENETUNREACH: 'targetUnreachable',
  CERT_HAS_EXPIRED: 'targetCertificateExpired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'targetCertificateSelfSigned',
  SELF_SIGNED_CERT_IN_CHAIN: 'targetCertificateUnknown',
  UNABLE_TO_GET_ISSUER_CERT: 'targetCertificateUnknown',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'targetCertificateUnknown',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'targetCertificateUnknown',
  ERR_TLS_CERT_ALTNAME_INVALID: 'targetCertificateHost',
  EPROTO: 'targetTls',
}
const knownStarts: Readonly<Record<string, ProblemCode>> = {
  HPE_: 'targetHttp',
  ERR_SSL_: 'targetTls',
}

export function reasonOf(error: unknown, host: string): CodedMessage {
  if (error instanceof RequestFailed) return error.reason
  const name = error instanceof Error && 'code' in error ? String(error.code) : ''
  const start = Object.keys(knownStarts).find((prefix) => name.startsWith(prefix)) ?? ''
  const code = known[name] ?? knownStarts[start]
  if (code) return say(code, { host })
  const text = error instanceof Error ? error.message : String(error)
  return say('targetFailed', { text: storable(text).slice(0, 500) })
}
