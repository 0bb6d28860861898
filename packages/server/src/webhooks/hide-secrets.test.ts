import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hideSecrets } from './hide-secrets.ts'

const token = `aB3/xY+9<&>="'%25\\n-key`
const secret = `Bearer ${token}`

const html = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#039;' }
const unicode = (text: string, isUpper: boolean): string =>
  text.replaceAll(/[<>&'+]/g, (character) => {
    const hex = character.charCodeAt(0).toString(16)
    return `\\u00${isUpper ? hex.toUpperCase() : hex}`
  })

/** By the software that escapes in this way. */
const echoes: Readonly<Record<string, (text: string) => string>> = {
  none: (text) => text,
  'JSON.stringify': (text) => JSON.stringify(text).slice(1, -1),
  'json_encode of PHP': (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  Go: (text) => unicode(JSON.stringify(text).slice(1, -1), false),
  '.NET': (text) => unicode(JSON.stringify(text).slice(1, -1), true),
  'htmlspecialchars of PHP': (text) =>
    text.replaceAll(/[&<>"']/g, (character) => html[character as '&']),
  'hexadecimal HTML': (text) =>
    text.replaceAll(/\W/g, (character) => `&#x${character.charCodeAt(0).toString(16)};`),
  URL: encodeURIComponent,
  'URL in lower case': (text) =>
    encodeURIComponent(text).replaceAll(/%\w\w/g, (escape) => escape.toLowerCase()),
}

describe('secrets in a response', () => {
  for (const [software, echo] of Object.entries(echoes)) {
    it(`are hidden, escaped by ${software}`, () => {
      const whole = `{"auth":"${echo(secret)}","a":"\\/ %25 &amp;"}`
      assert.equal(hideSecrets(whole, [secret]), '{"auth":"(secret)","a":"\\/ %25 &amp;"}')
      assert.equal(hideSecrets(`token: ${echo(token)}.`, [secret]), 'token: (secret).')
    })
  }

  it('are hidden if one contains another', () => {
    const secrets = ['abcd', 'abcd/efgh', 'h-ijkl']
    assert.equal(hideSecrets('1 abcd\\/efgh 2 abcd 3', secrets), '1 (secret) 2 (secret) 3')
    assert.equal(hideSecrets('abcd\\/efgh-ijkl', secrets), '(secret)')
  })

  it('are hidden next to characters that look like escapes', () => {
    assert.equal(hideSecrets('"12\\","%12\\"', ['12\\']), '"(secret)","%(secret)"')
  })

  it('are not looked for if they are empty', () => {
    assert.equal(hideSecrets('a b', ['', 'b']), 'a (secret)')
    assert.equal(hideSecrets('a b', ['']), 'a b')
  })

  it('are found in linear time', () => {
    for (const part of ['\\', '%', '&#0', '&#x00', '%25', '\\u0025']) {
      const text = part.repeat(64 * 1024)
      hideSecrets(text, [part.repeat(1_000), '%'.repeat(1_000), `${'\\'.repeat(1_000)}x`])
    }
  })
})
