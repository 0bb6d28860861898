import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { runs } from '../testing/runs.ts'
import { safeFilename } from './filename.ts'
import { isShownInPlace, typeOf } from './media-type.ts'
import { folderStorage } from './folder-storage.ts'

describe('the type of a file', () => {
  const rows: [type: string, start: string][] = [
    ['image/png', '\x89PNG\r\n\x1a\n'],
    ['image/jpeg', '\xff\xd8\xff\xe0'],
    ['image/gif', 'GIF89a'],
    ['image/webp', 'RIFF\0\0\0\0WEBPVP8 '],
    ['image/avif', '\0\0\0\x1cftypavif'],
    ['image/avif', '\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf'],
    ['image/heic', '\0\0\0\x18ftypmif1\0\0\0\0mif1heic'],
    ['image/heic', '\0\0\0\x14ftypmif1\0\0\0\0mif1avif'],
    ['video/mp4', '\0\0\0\x18ftypisom'],
    ['video/mp4', '\0\0\0\x1cftypMSNV\0\0\0\0MSNVmp42isom'],
    ['video/mp4', '\0\0\0\x1cftypmp42\0\0\0\0M4A qt  mp42'],
    ['audio/mp4', '\0\0\0\x1cftypM4A \0\0\0\0M4A mp42isom'],
    ['application/octet-stream', '\0\0\0\x18ftypjxl \0\0\0\0jxl miaf'],
    ['audio/mpeg', 'ID3\x04'],
    ['audio/mpeg', '\xff\xfb\x90'],
    ['audio/mpeg', '\xff\xfa\x90'],
    ['audio/mpeg', '\xff\xe3\x18'],
    ['application/pdf', '%PDF-1.7'],
    ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg">'],
    ['image/svg+xml', '\xef\xbb\xbf<?xml version="1.0"?>\n<!-- x -->\n<!DOCTYPE svg>\n<svg>'],
    ['application/octet-stream', '<html><svg>'],
    ['application/octet-stream', 'hello'],
    ['application/octet-stream', ''],
  ]
  for (const [type, start] of rows) {
    it(`${type} by ${JSON.stringify(start)}`, () => {
      assert.equal(typeOf(Buffer.from(start, 'latin1')), type)
    })
  }

  it('decides whether a file is served inline', () => {
    assert.ok(isShownInPlace('image/png') && isShownInPlace('video/mp4'))
    for (const type of ['image/svg+xml', 'application/pdf', 'application/octet-stream']) {
      assert.ok(!isShownInPlace(type))
    }
  })
})

it('detects types in linear time', () => {
  const comments = '<!---->'.repeat(580)
  assert.equal(typeOf(Buffer.from(`${comments}x`)), 'application/octet-stream')
  assert.equal(typeOf(Buffer.from(`${comments}<svg>`)), 'image/svg+xml')
  assert.equal(
    typeOf(Buffer.from('<!-- > -- --><!DOCTYPE svg [ <!ENTITY a "b"> ] >\n<svg>')),
    'image/svg+xml',
  )
  for (const part of ['<!DOCTYPE ', '<!-- ', '<?xml ', '<!DOCTYPE [ ] ']) {
    const head = part.repeat(4_096 / part.length)
    assert.equal(typeOf(Buffer.from(head)), 'application/octet-stream')
  }
})

it('shortens names of any length in linear time', () => {
  const blanks = ' .'.repeat(50_000)
  assert.equal(safeFilename(`${blanks}a.txt${blanks}`), 'a.txt')
  assert.match(safeFilename(`a${blanks}b.txt`), /^a[ .]*\.txt$/)
})

it('safeFilename returns names that are safe in URLs, headers and file systems', () => {
  const rows: [string, string][] = [
    ['photo.jpg', 'photo.jpg'],
    ['../../etc/passwd', '_.._etc_passwd'],
    ['a\\b:c*d?.png', 'a_b_c_d_.png'],
    ['海 と 山.webp', '海 と 山.webp'],
    ['..', 'file'],
    ['', 'file'],
    ['a\0\r\nb', 'a___b'],
    [`${'x'.repeat(300)}.jpeg`, `${'x'.repeat(195)}.jpeg`],
  ]
  for (const [given, safe] of rows) assert.equal(safeFilename(given), safe)
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (given) => {
      const name = safeFilename(given)
      assert.ok(name.length > 0 && [...name].length <= 200 && name.isWellFormed())
      assert.doesNotMatch(name, /[\p{Cc}/\\%#?]|^\.|^\s/u)
      assert.equal(safeFilename(name), name)
    }),
    runs(300),
  )
})

it('the storage stores equal bytes once and reads ranges', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-storage-'))
  try {
    const storage = folderStorage(join(folder, 'media'))
    const bytes = Buffer.from('hello world')
    const [name] = await Promise.all([storage.add(bytes), storage.add(bytes), storage.add(bytes)])
    assert.equal(await storage.add(bytes), name)
    assert.ok(await storage.sizeOf(name ?? ''))
    assert.ok(!(await storage.sizeOf('0'.repeat(64))))
    assert.deepEqual(await buffer(await storage.read(name ?? '')), bytes)
    assert.equal(String(await buffer(await storage.read(name ?? '', { start: 6, end: 8 }))), 'wor')
    const files = await readdir(join(folder, 'media'), { recursive: true })
    assert.deepEqual(files.toSorted(), [
      name?.slice(0, 2),
      join(name?.slice(0, 2) ?? '', name ?? ''),
    ])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
