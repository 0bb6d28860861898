/** AWS Signature Version 4 for S3, in the headers of a single request. */
import { createHmac, hash } from 'node:crypto'

export interface Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly region: string
}

export interface Unsigned {
  readonly method: string
  /** Path and query as sent, encoded by `encodePath` and `encodeQuery`. */
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** SHA-256 of the body in hex. */
  readonly payloadHash: string
}

/** Returns all headers to send. */
export function signed(
  { method, url, headers, payloadHash }: Unsigned,
  { accessKeyId, secretAccessKey, region }: Credentials,
  time: number,
): Record<string, string> {
  const stamp = new Date(time).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const day = stamp.slice(0, 8)
  const all: Record<string, string> = {
    ...headers,
    host: url.host,
    'x-amz-content-sha256': payloadHash,
    'x-amz-date': stamp,
  }
  const names = Object.keys(all).toSorted()
  const signedHeaders = names.join(';')
  const canonical = [
    method,
    url.pathname,
    url.search.slice(1),
    ...names.map((name) => `${name}:${all[name]?.trim().replaceAll(/ +/g, ' ')}`),
    '',
    signedHeaders,
    payloadHash,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', stamp, scope, hash('sha256', canonical)].join('\n')
  const keyOfDay = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (key, part) => hmac(key, part),
    `AWS4${secretAccessKey}`,
  )
  const signature = hmac(keyOfDay, text).toString('hex')
  const credential = `Credential=${accessKeyId}/${scope}`
  const authorization = `AWS4-HMAC-SHA256 ${credential},SignedHeaders=${signedHeaders},Signature=${signature}`
  return { ...all, authorization }
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

/** Encodes everything except letters, digits and `-._~`: stricter than `encodeURIComponent`. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

export function encodePath(path: string): string {
  return path.split('/').map(encode).join('/')
}

/** Sorted, as the signature requires. */
export function encodeQuery(query: Readonly<Record<string, string>>): string {
  return Object.entries(query)
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}
