import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { defaultTextPolicy, formatsOf, parseFlexible } from './flexible.ts'
import type { FlexibleFormats, TextPolicy } from './flexible.ts'

const policy: TextPolicy = defaultTextPolicy
const ofHtml = (html: string) => parseFlexible(html, 'portable_html', policy)
const ofMarkdown = (markdown: string) => parseFlexible(markdown, 'markdown', policy)

function assertUnchanged(html: string): FlexibleFormats {
  const formats = ofHtml(html)
  assert.equal(formats.portable_html, html)
  assert.deepEqual(formatsOf(html, policy), formats)
  return formats
}

describe('add-on elements are kept, and html has them without their attributes', () => {
  const addOns = {
    callout: '<div data-service-ftelm="callout" data-service-tone="note"><p>Mind the gap</p></div>',
    'embedded content': '<div data-service-ftelm="content" data-service-content-id="42"></div>',
    'embedded content in a line':
      '<p>See <a href="/x" data-service-ftelm="content" data-service-content-id="42">it</a></p>',
    'embedded media':
      '<figure data-service-ftelm="media" data-service-media-id="7"><img src="/a.png" alt="A"><figcaption>B</figcaption></figure>',
    'raw HTML':
      '<div data-service-ftelm="html"><table><tbody><tr><td>x</td></tr></tbody></table></div>',
    'code with a language':
      '<pre data-service-ftelm="code"><code class="language-c++">a &lt; b;\n</code></pre>',
    'on a table': '<table data-service-ftelm="prices"><tbody><tr><td>x</td></tr></tbody></table>',
    'on a heading': '<h2 data-service-ftelm="anchor" data-service-to="a">x</h2>',
    'an element of the space':
      '<section data-service-ftelm="recipe-card" data-service-serves="4" data-service-x-y="a &quot;b&quot;"><h2>Bread</h2></section>',
    'with attributes that are not ours':
      '<div data-service-ftelm="content" data-id="12" data-card_size="a &quot;b&quot;"></div>',
    'code with its language in an attribute':
      '<pre data-service-ftelm="code" data-language="ts"><code>a &lt; b\n</code></pre>',
    'without any attribute': '<div data-service-ftelm="media"></div>',
    'one within another':
      '<aside data-service-ftelm="callout"><div data-service-ftelm="recipe-card"><p>x</p></div></aside>',
  }
  for (const [name, html] of Object.entries(addOns)) {
    test(name, () => {
      const bare = html.replaceAll(/ data-[a-z_-]+="[^"]*"/g, '')
      assert.equal(assertUnchanged(html).html, bare)
      assert.equal(ofMarkdown(`Before\n\n${html}\n\nafter`).portable_html.includes(html), true)
    })
  }

  test('code with a language becomes an add-on', () => {
    const code = '<pre data-service-ftelm="code"><code class="language-js">x\n</code></pre>'
    assert.equal(ofMarkdown('```js\nx\n```').portable_html, code)
    assert.equal(ofHtml('<pre><code class="language-js">x\n</code></pre>').portable_html, code)
  })

  test('an invalid add-on keeps only its content', () => {
    for (const attributes of [
      'data-service-ftelm="no name"',
      'data-service-ftelm=""',
      'data-service-tone="note"',
      'data-x="y"',
    ]) {
      assert.equal(ofHtml(`<div ${attributes}><p>x</p></div>`).portable_html, '<div><p>x</p></div>')
    }
  })

  test('an add-on loses dangerous and invalid attributes', () => {
    const harmful = [
      'data-service-url=" javascript:x"',
      'data-url="java\nscript:x"',
      'data-service-content-id="1 or 1"',
      'onclick="x"',
      'style="x"',
      'data-="x"',
    ]
    for (const attribute of harmful) {
      const { portable_html } = ofHtml(`<div data-service-ftelm="callout" ${attribute}>z</div>`)
      assert.equal(portable_html, '<div data-service-ftelm="callout">z</div>')
    }
  })

  test('the content of an HTML block is sanitised', () => {
    assert.equal(
      ofHtml('<div data-service-ftelm="html"><script>x</script><b onclick="x">y</b></div>')
        .portable_html,
      '<div data-service-ftelm="html"><b>y</b></div>',
    )
  })
})

describe('repair', () => {
  const repaired: [string, string][] = [
    ['a<noscript><p>b</noscript>c<p>d', 'ac<p>d</p>'],
    ['<p>a<p>b', '<p>a</p><p>b</p>'],
    ['<b><i>x</b>y</i>', '<b><i>x</i></b><i>y</i>'],
    ['<li>a<li>b', '<ul><li>a</li><li>b</li></ul>'],
    ['<ul><li>a</li><ul><li>b</li></ul></ul>', '<ul><li>a<ul><li>b</li></ul></li></ul>'],
    ['<ul>x<li>a</ul>', '<ul><li>x</li><li>a</li></ul>'],
    ['<dt>a<dd>b', '<dl><dt>a</dt><dd>b</dd></dl>'],
    ['<dl><div><dt>a<dd>b</div></dl>', '<dl><dt>a</dt><dd>b</dd></dl>'],
    ['<table><tr><td>a</table>', '<table><tbody><tr><td>a</td></tr></tbody></table>'],
    ['<table>x<tr><td>a</table>', 'x<table><tbody><tr><td>a</td></tr></tbody></table>'],
    ['<td>a<td>b', 'ab'],
    ['<col>text', 'text'],
    ['<p><button><div>x</div></button></p>', '<div><div>x</div></div>'],
    ['<a href="/x">a<a href="/y">b', '<a href="/x">a</a><a href="/y">b</a>'],
    ['<h1>a<h2>b</h2></h1>', '<h1>a</h1><h2>b</h2>'],
    ['<article>a</article><article>b</article>', '<div>a</div><div>b</div>'],
    ['<strike>a</strike><tt>b</tt><font color=red>c</font>', '<s>a</s><code>b</code>c'],
    ['  \n<p>a</p>\n ', '<p>a</p>'],
    ['a&#13;b\r\nc', 'a\nb\nc'],
    ['a\0b&#0;c\ud800d\ufeffe', 'ab\ufffdc\ufffdde'],
    ['<!-- a --><!doctype x><?y?>z', 'z'],
    ['', ''],
    ['a < b & c', 'a &lt; b &amp; c'],
  ]
  for (const [broken, whole] of repaired) {
    test(JSON.stringify(broken), () => {
      assert.equal(ofHtml(broken).portable_html, whole)
      assertUnchanged(whole)
    })
  }
})

describe('removed markup', () => {
  const sanitised: [string, string][] = [
    ['<p onclick=x style="color:red" class=y contenteditable>a</p>', '<p>a</p>'],
    ['<script>x</script><style>x</style><svg><a>x</a></svg><math>x</math>a', 'a'],
    ['<form action=x><label>a</label><input name=b><textarea>c</textarea></form>', '<div>a</div>'],
    ['<a href="JavaScript:x">a</a><a href="&#9;vbscript:x">b</a><a href="data:,x">c</a>', 'abc'],
    ['<a href="HTTP://A.b">a</a>', '<a href="HTTP://A.b">a</a>'],
    ['<a href=" /x\ny ">a</a>', '<a href="/xy">a</a>'],
    ['<img src="data:image/png;base64,AA"><img src=x:y><img>', ''],
    ['<a href="/x" target=_blank>a</a>', '<a href="/x" target="_blank" rel="noopener">a</a>'],
    ['<a href="/x" target=top rel="opener NoFollow">a</a>', '<a href="/x" rel="nofollow">a</a>'],
    ['<object data=x>a</object><embed src=x><base href=x><meta charset=x><link href=x>b', 'b'],
    [
      '<video src="/a.mp4" autoplay onplay=x>no</video>',
      '<video src="/a.mp4" controls=""></video>',
    ],
    ['<input type=checkbox>', ''],
    ['<span>a</span><span lang="ja">b</span>', 'a<span lang="ja">b</span>'],
  ]
  for (const [input, output] of sanitised) {
    test(input, () => {
      assert.equal(ofHtml(input).portable_html, output)
      assertUnchanged(output)
    })
  }

  test('an id gets a prefix, and links to it still work', () => {
    assert.equal(
      ofHtml('<h2 id="目次" name="x">a</h2><a href="#目次">b</a><a href="#top">c</a>')
        .portable_html,
      '<h2 id="user-content-目次">a</h2><a href="#user-content-目次">b</a><a href="#top">c</a>',
    )
  })
})

describe('an iframe', () => {
  const sandbox = 'sandbox="allow-scripts allow-same-origin allow-popups allow-presentation"'
  const frame = (source: string) =>
    ofHtml(
      `<iframe src="${source}" srcdoc="<script>x</script>" sandbox="allow-top-navigation">a</iframe>`,
    ).portable_html

  test('is kept with an https source on an allowed host, in a sandbox', () => {
    for (const source of [
      'https://www.youtube.com/embed/x?rel=0',
      'https://www.google.com/maps/embed?pb=1',
      'https://player.vimeo.com/video/1',
    ]) {
      assert.equal(frame(source), `<iframe src="${source}" ${sandbox}></iframe>`)
    }
    assert.equal(
      frame('//www.youtube.com/embed/x'),
      `<iframe src="https://www.youtube.com/embed/x" ${sandbox}></iframe>`,
    )
  })

  test('is removed otherwise', () => {
    for (const source of [
      'http://www.youtube.com/embed/x',
      'https://www.youtube.com.evil.example/',
      'https://evil.example/www.youtube.com',
      'https://www.youtube.com@evil.example/',
      'https://a:b@www.youtube.com/',
      'https://www.youtube.com:8443/',
      'https://youtube.com/embed/x',
      'https://www.google.com/search?q=maps',
      'https://www.google.com/maps/../search',
      'https://www.google.com/mapsx',
      'javascript:x',
      '/local',
      '',
    ]) {
      assert.equal(frame(source), '', source)
    }
  })

  test('is allowed only from the hosts of the space', () => {
    const own = { iframeHosts: ['video.example.jp'] }
    const html = `<iframe src="https://video.example.jp/1" ${sandbox}></iframe>`
    assert.equal(formatsOf(html, own).portable_html, html)
    assert.equal(formatsOf('<iframe src="https://www.youtube.com/1">', own).portable_html, '')
  })

  test('is allowed below a path, with or without a slash at its end', () => {
    const isKept = (entry: string, path: string) =>
      formatsOf(`<iframe src="https://a.jp${path}">`, { iframeHosts: [entry] }).portable_html !== ''
    for (const entry of ['a.jp', 'a.jp/']) assert.ok(isKept(entry, '/') && isKept(entry, '/x/y'))
    for (const entry of ['a.jp/x', 'a.jp/x/']) {
      assert.ok(isKept(entry, '/x') && isKept(entry, '/x/y?z'), entry)
      assert.ok(!isKept(entry, '/') && !isKept(entry, '/xy'), entry)
    }
  })
})
