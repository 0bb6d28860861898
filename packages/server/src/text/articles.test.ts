import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { defaultTextPolicy, formatsOf, parseFlexible } from './flexible.ts'

const article = (name: string) =>
  readFileSync(new URL(`articles/${name}.txt`, import.meta.url), 'utf8').trimEnd()

for (const language of ['english', 'japanese']) {
  const portable = article(`${language}.portable_html`)
  const formats = formatsOf(portable, defaultTextPolicy)

  test(`the ${language} article has the expected formats`, () => {
    assert.equal(formats.text, article(`${language}.text`))
    assert.equal(formats.markdown, article(`${language}.markdown`))
  })

  test(`the ${language} article is stored unchanged, and html omits the add-on attributes`, () => {
    assert.equal(formats.portable_html, portable)
    assert.equal(formats.html, portable.replaceAll(/ data-service-[a-z-]+="[^"]*"/g, ''))
  })

  test(`the ${language} article has the same text and markdown after a markdown round trip`, () => {
    const again = parseFlexible(formats.markdown, 'markdown', defaultTextPolicy)
    assert.equal(again.text, formats.text)
    assert.equal(again.markdown, formats.markdown)
  })
}
