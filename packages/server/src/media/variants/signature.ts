/** Verifies signatures of asset URLs. Sites create them with `signVariant` of @octavo/client. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { RawQuery } from '../../query/parameters.ts'
import { transformNames } from './image-transform.ts'

export interface SignedAddress {
  readonly space: string
  readonly media: string
  /** `_`, or with the focal point. */
  readonly point: string
  readonly filename: string
  readonly query: RawQuery
}

export function isSigned(address: SignedAddress, secret: string): boolean {
  const sent = address.query.filter(([name]) => name === 'signature')
  const expected = Buffer.from(signatureOf(address, secret))
  const given = Buffer.from(sent[0]?.[1] ?? '')
  return sent.length === 1 && given.length === expected.length && timingSafeEqual(given, expected)
}

/** Names are decoded, so that the signature stays valid if a proxy re-encodes the path. */
function signatureOf(address: SignedAddress, secret: string): string {
  const { space, media, point, filename, query } = address
  const parameters = query
    .filter(([name]) => transformNames.some((candidate) => candidate === name))
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()
  const text = `/spaces/${space}/media/${media}/${point}/${filename}?${parameters.join('&')}`
  return createHmac('sha256', secret).update(text).digest('base64url')
}
