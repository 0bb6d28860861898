import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { defaultTextPolicy, parseFlexible } from './flexible.ts'
import { toText } from './to-text.ts'
import { element } from './tree.ts'

const ofHtml = (html: string) => parseFlexible(html, 'portable_html', defaultTextPolicy)
const ofMarkdown = (markdown: string) => parseFlexible(markdown, 'markdown', defaultTextPolicy)

describe('text', () => {
  const texts: [string, string][] = [
    ['<p>a</p><p>b</p>', 'a\n\nb'],
    ['a<div>b</div>c', 'a\n\nb\n\nc'],
    ['<p>a<br>b</p>', 'a\nb'],
    ['<p>  a\n  <b> b </b>c&nbsp;&amp;&lt;</p>', 'a b c\u00a0&<'],
    [
      '<ul><li>a<ol start="3"><li>b<br>c</li><li>d</li></ol></li></ul>',
      '- a\n  3. b\n     c\n  4. d',
    ],
    ['<ol reversed><li>a</li><li value="7">b</li></ol>', '2. a\n7. b'],
    [
      '<table><caption>t</caption><tr><th>a<th>b<tr><td>c<td><p>d</p><p>e</p></table>',
      't\n\na\tb\nc\td e',
    ],
    ['<pre>  a\n\n  b\n</pre>', '  a\n\n  b'],
    ['<dl><dt>a</dt><dd>b</dd></dl>', 'a\nb'],
    ['<p>a <img src="/x" alt="a cat"> b <img src="/y"> c</p>', 'a a cat b c'],
    ['<q>a</q> <ruby>漢字<rt>かんじ</rt></ruby>', '“a” 漢字（かんじ）'],
    ['<p>日本\n語と<b>\n文字</b>\nand\nmore</p>', '日本語と文字 and more'],
    ['<p>　字下げ　</p><p>&nbsp;</p><p>ｶﾞ😀𠮷</p>', '　字下げ　\n\nｶﾞ😀𠮷'],
    ['<a href="/x">a</a><hr><blockquote>b</blockquote>', 'a\n\nb'],
  ]
  for (const [html, text] of texts) test(html, () => assert.equal(ofHtml(html).text, text))
})

describe('markdown of html', () => {
  const markdowns: [string, string][] = [
    ['<p>Wow! It is 100% true.</p>', 'Wow! It is 100% true.'],
    [
      '<p>*a* _b_ `c` [d](e) <b>f</b>!<a href="/g">h</a></p>',
      '\\*a\\* \\_b\\_ \\`c\\` [d\\](e) **f**\\![h](/g)',
    ],
    [
      '<p># a</p><p>1. b</p><p>- c</p><p>&gt; d</p><p>+ e<br>===</p>',
      '\\# a\n\n1\\. b\n\n\\- c\n\n\\> d\n\n\\+ e\\\n\\===',
    ],
    ['<p>[a]: b</p><p>&lt;c&gt; &amp;copy; &amp; d</p>', '\\[a]: b\n\n&lt;c> &amp;copy; & d'],
    ['<b> a </b>b<i>c</i>', '**a** b*c*'],
    ['<p><b>a</b><b>b</b></p>', '<strong>a</strong><strong>b</strong>'],
    ['<b><i>a</i></b>', '***a***'],
    ['<p>「<b>a</b>」<b>重要。</b>次</p>', '「**a**」<strong>重要。</strong>次'],
    ['<code>a`b</code> <code>`</code>', '``a`b`` `` ` ``'],
    ['<a href="/a(b) c" title="x &quot;y&quot;">z</a>', '[z](</a(b)%20c> "x &#34;y&#34;")'],
    [
      '<a href="http://a.b">http://a.b</a> <a href="mailto:a@b.c">a@b.c</a>',
      '<http://a.b> <a@b.c>',
    ],
    ['<p>a<br><br>b</p><h1>a<br>b #</h1>', 'a\n\nb\n\n# a<br>b \\#'],
    ['<ul><li>a</li></ul><ul><li>b</li></ul>', '- a\n\n+ b'],
    ['<ol start="9"><li>a</li><li><p>b</p><p>c</p></li></ol>', '9. a\n\n10. b\n\n    c'],
    ['<ul><li></li><li>[ ] a</li></ul>', '-\n- \\[ ] a'],
    [
      '<ul><li><pre><code class="language-js">a\n\nb</code></pre></li></ul>',
      '- ```js\n  a\n\n  b\n  ```',
    ],
    ['<pre>```\n</pre>', '````\n```\n````'],
    ['<pre><code>\n\na\n\n\n</code></pre>', '```\n\n\na\n\n\n```'],
    [
      '<table><tr><td>a|b<br>c<td><code>d|e</code><tr><td colspan="2">f</table>',
      '| a\\|b<br>c | <code>d&#124;e</code> |\n| --- | --- |\n| f |  |',
    ],
    ['<dl><dt>a</dt><dd>b</dd></dl>', '- **a**\n\n  b'],
    ['<details><summary>a</summary><p>b</p></details>', '**a**\n\nb'],
    ['<a href="/x"><h3>a</h3><p>b</p>c</a>', '### a\n\nb\n\n[c](/x)'],
    ['<a href="/x"><hr><div><h3>a</h3></div><p>b</p></a>', '***\n\n### [a](/x)\n\nb'],
    ['<a href="/x"><pre>a</pre><ul><li>b</li></ul></a>', '```\na\n```\n\n- [b](/x)'],
    ['<p>a~b</p><p>1~2 3~4</p>', 'a~b\n\n1\\~2 3\\~4'],
    ['<video src="/a.mp4" title="b"></video>', '[b](/a.mp4)'],
  ]
  for (const [html, markdown] of markdowns) {
    test(html, () => assert.equal(ofHtml(html).markdown, markdown))
  }
})

describe('markdown that stays unchanged', () => {
  const markdowns = [
    '# a\n\n## b',
    '- a\n  - b\n    1. c\n    2. d\n- e',
    '- [ ] a\n- [x] b\n  - [ ] c',
    '| a | b | c |\n| :-- | :-: | --: |\n| d\\|e | **f** | `g` |',
    '```ts\nconst a = 1\n```',
    '~~a~~ **b** *c* `d` [e](/f "g") ![h](/i.png)',
    'a\\\nb',
    '> a\n>\n> - b\n>\n> > c',
    '<https://a.b/c?d=e>',
    'H<sub>2</sub>O <kbd>Ctrl</kbd>',
    '日本語の**強調**と*斜体*、`コード`、[リンク](https://example.jp/)。#タグ 1.はじめに 2019年1月~3月',
    '***',
  ]
  for (const markdown of markdowns) {
    test(markdown, () => assert.equal(ofMarkdown(markdown).markdown, markdown))
  }
})

test('markdown links addresses as GFM does', () => {
  assert.equal(
    ofMarkdown('https://a.jp/b。 www.a.jp/c a@b.jp //d.jp ftp://e.jp f.jp').html,
    '<p><a href="https://a.jp/b">https://a.jp/b</a>。 <a href="http://www.a.jp/c">www.a.jp/c</a> <a href="mailto:a@b.jp">a@b.jp</a> //d.jp ftp://e.jp f.jp</p>',
  )
})

test('Japanese text keeps exactly its characters', () => {
  const line =
    '「吾輩は猫である。」名前はまだ無い――ｶﾅ、ﾊﾝｶｸ、ＡＢＣ１２３、㍿、𠮷野家、👨‍👩‍👧、が（か＋゛）、々〆〇、①②③、〜・ー＝／＼'
  for (const formats of [ofHtml(`<p>${line}</p>`), ofMarkdown(line)]) {
    assert.deepEqual(formats, {
      portable_html: `<p>${line}</p>`,
      html: `<p>${line}</p>`,
      text: line,
      markdown: line,
    })
  }
})

test('the readings of a ruby are visited only once', () => {
  const count = 2_000
  let reads = 0
  const children = new Proxy(
    Array.from({ length: count }, () => ['漢', element('rt', ['か'])]).flat(),
    {
      get(target, key, receiver): unknown {
        reads++
        return Reflect.get(target, key, receiver)
      },
    },
  )
  assert.equal(toText([element('ruby', children)]), '漢（か）'.repeat(count))
  assert.ok(reads < 30 * count, `${reads} reads`)
})
