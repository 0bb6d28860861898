import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { it } from 'node:test'
import { encodePath, encodeQuery, signed } from './sign.ts'

/** The examples of the Amazon S3 reference, "Authenticating Requests (AWS Signature Version 4)". */
const credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const time = Date.UTC(2013, 4, 24)
const host = 'https://examplebucket.s3.amazonaws.com'
const nothing = hash('sha256', '')

const rows = [
  {
    what: 'an object, in part',
    method: 'GET',
    url: `${host}/test.txt`,
    headers: { range: 'bytes=0-9' },
    payloadHash: nothing,
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    what: 'storing an object',
    method: 'PUT',
    url: `${host}/${encodePath('test$file.text')}`,
    headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    payloadHash: hash('sha256', 'Welcome to Amazon S3.'),
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  {
    what: 'a name without a value',
    method: 'GET',
    url: `${host}/?${encodeQuery({ lifecycle: '' })}`,
    headers: {},
    payloadHash: nothing,
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
  {
    what: 'a listing',
    method: 'GET',
    url: `${host}/?${encodeQuery({ prefix: 'J', 'max-keys': '2' })}`,
    headers: {},
    payloadHash: nothing,
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
]

for (const { what, method, url, headers, payloadHash, signature } of rows) {
  it(`signs ${what}`, () => {
    const sent = signed({ method, url: new URL(url), headers, payloadHash }, credentials, time)
    assert.match(sent['authorization'] ?? '', new RegExp(`Signature=${signature}$`))
  })
}
