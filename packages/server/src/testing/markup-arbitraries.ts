import fc from 'fast-check'

const tags =
  `a b i em strong code s del u p div span h1 h2 ul ol li dl dt dd table thead tbody tfoot tr td th
  caption colgroup col pre blockquote section aside figure figcaption details summary ruby rt rp rb br
  hr img input iframe form button select option optgroup textarea svg math mtext mglyph foreignObject
  desc title style script noscript template object embed applet marquee body html head frameset nobr
  font center xmp plaintext listing noembed label fieldset video audio source sub sup q wbr image menu
  dir main article x-y`.split(/\s+/)

const attributes = [
  '',
  '',
  ' href="http://a.b/c?d=e&f=g"',
  ' href="javascript:alert(1)"',
  ' href=" java\nscript:alert(1)"',
  ' href="javascript&amp;colon;alert(1)"',
  ' href="#cookie"',
  ' src=x onerror=alert(1)',
  ' src="javascript&amp;colon;alert(1)"',
  ' src="https://www.youtube.com/embed/1" srcdoc=x',
  ' id=cookie name=cookie',
  ' style="color:red" class=x',
  ' class="language-ts"',
  ' type=checkbox checked',
  ' colspan=3 align=right',
  ' title="</style><img src=x onerror=alert(1)>"',
  ' data-service-ftelm=callout data-service-tone=note',
  ' data-service-ftelm="content" data-service-content-id="5"',
  ' data-service-ftelm="content" data-id=5 data-url=javascript:x',
]

const texts = [
  'x‖日本‖。‖　‖😀‖\u2028‖a b‖ ‖\n‖\t‖\r‖\f‖\0‖\ud800‖\ufeff‖&nbsp;‖&#0;‖&#xD;‖&#xD;\n‖&colon;‖&amp;lt;‖&',
  '<‖>‖</‖<!--‖-->‖<![CDATA[‖]]>‖**‖*‖_‖`‖```‖~~‖](‖![‖[‖]‖\\‖|‖---‖===‖# h‖- x‖1. y‖> q‖    code',
  '[a]: javascript:alert(1)‖- [x] z‖|-|-|‖[a](javascript:alert(1))‖&lt;!--‖&lt;div&gt;‖www.a.b',
  'http://a.b/`‖a@b.c‖javascript:alert(1)‖&lt;img src=x onerror=alert(1)&gt;',
  '<code>a|&lt;img src=x onerror=alert(1)&gt;</code>',
  '<code>`&lt;img src=x onerror=alert(1)&gt;``</code>',
  '<img src=x alt="www.a.b`](javascript:x) &lt;img src=x onerror=alert(1)&gt;">',
].flatMap((line) => line.split('‖'))

const piece = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(fc.constantFrom(...tags), fc.constantFrom(...attributes))
      .map(([tag, attribute]) => `<${tag}${attribute}>`),
  },
  { weight: 3, arbitrary: fc.constantFrom(...tags).map((tag) => `</${tag}>`) },
  { weight: 4, arbitrary: fc.constantFrom(...texts) },
)

/** Tags, text and markdown in any order, as an attacker might write them. */
export const markupSoup: fc.Arbitrary<string> = fc
  .array(piece, { maxLength: 16 })
  .map((pieces) => pieces.join(''))

const image = '&lt;img src=x onerror=alert(1)&gt;'

const leaves = [
  '‖x‖日‖。‖　‖ ‖\n‖\u2028‖\t‖    ‖```\n‖~~~‖- ‖1. ‖> ‖|‖---‖===‖*‖`‖\\‖[a]: ‖www.a.b‖http://x.y‖<hr>‖<br>',
  '<br><br>‖<u></u>‖<input type=checkbox>‖<img src=x alt="www.a.b">‖<a href="/y">z</a>‖&lt;div&gt;\n\n',
  `${image}‖a\n\n${image}\n\nb‖\u2028${image}‖<code>${image}</code>‖<code>\`${image}\`\`</code>`,
].flatMap((line) => line.split('‖'))

const openings = [
  'ul,li‖ol,li‖ol start="999999999",li‖ol start="7",li‖li‖pre‖pre‖pre,code‖blockquote‖p‖div‖b‖i‖u‖del',
  'code‖a href="/x"‖h1‖td‖table,tr,td‖dl,dt‖dd‖details,summary‖ruby‖rt‖q‖figure‖caption',
  'aside data-service-ftelm="callout"',
].flatMap((line) => line.split('‖').map((opening) => opening.split(',')))

function enclosed(opening: readonly string[], content: string): string {
  const closing = opening.map((tag) => `</${tag.split(' ')[0]}>`).toReversed()
  return `${opening.map((tag) => `<${tag}>`).join('')}${content}${closing.join('')}`
}

const { node } = fc.letrec<{ node: string; element: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 7, depthSize: 'medium' },
    fc.constantFrom(...leaves),
    tie('element'),
    tie('element'),
  ),
  element: fc
    .tuple(fc.constantFrom(...openings), fc.array(tie('node'), { maxLength: 4 }))
    .map(([opening, content]) => enclosed(opening, content.join(''))),
}))

/**
 * Valid markup with unusual nesting of lists, code and quotations. When it is written as markdown, code
 * must stay code.
 */
export const nestedMarkup: fc.Arbitrary<string> = fc
  .array(node, { minLength: 1, maxLength: 4 })
  .map((nodes) => nodes.join(''))

const wrappers = [
  ['<table>', '</table>'],
  ['<table><tr><td>', '</td></tr></table>'],
  ['<select><option>', '</option></select>'],
  ['<noscript>', '</noscript>'],
  ['<template>', '</template>'],
  ['<svg>', '</svg>'],
  ['<svg><foreignObject>', '</foreignObject></svg>'],
  ['<svg><title>', '</title></svg>'],
  ['<math><mtext>', '</mtext></math>'],
  ['<math><annotation-xml encoding="text/html">', '</annotation-xml></math>'],
  ['<style>', '</style>'],
  ['<textarea>', '</textarea>'],
  ['<title>', '</title>'],
  ['<xmp>', '</xmp>'],
  ['<iframe>', '</iframe>'],
  ['<!--', '-->'],
  ['<p title="', '">'],
  ['<div data-service-ftelm="html">', '</div>'],
  ['```\n', '\n```'],
  ['`', '`'],
  ['[', '](javascript:alert(1))'],
  ['> - ', ''],
] as const

/** Obfuscations of attacks, each of which has defeated some sanitiser. */
const disguises: ((attack: string) => string)[] = [
  (attack) => attack.toUpperCase(),
  (attack) =>
    attack.replaceAll(/[a-z]/gi, (letter, at: number) => (at % 2 ? letter.toUpperCase() : letter)),
  (attack) => attack.replaceAll(/javascript:/gi, 'java\tscript\n:'),
  (attack) => attack.replaceAll(/javascript:/gi, '\u0001&#x6A;avascript&colon;'),
  (attack) => attack.replaceAll(/javascript:/gi, ' &#0000106avascript:'),
  (attack) => attack.replaceAll(' on', '/on'),
  (attack) => attack.replaceAll(' on', '\fon'),
  (attack) => attack.replaceAll('<', '<\0'),
  (attack) => attack.replaceAll('<', '<<'),
  (attack) => attack.replaceAll('<', '&lt;'),
  (attack) => attack.replaceAll('<', '\\<'),
  (attack) => attack.replaceAll('>', ''),
  (attack) => attack.replaceAll(' ', '\n'),
  (attack) => attack.replaceAll('"', ''),
  (attack) => `www.a.b${attack}`,
  (attack) => attack + attack,
]

/** An attack that is obfuscated and wrapped a few times. */
export function disguised(attacks: readonly string[]): fc.Arbitrary<string> {
  const changes = [
    ...disguises,
    ...wrappers.map(
      ([before, after]) =>
        (attack: string) =>
          before + attack + after,
    ),
  ]
  return fc
    .tuple(fc.constantFrom(...attacks), fc.array(fc.constantFrom(...changes), { maxLength: 3 }))
    .map(([attack, chosen]) => chosen.reduce((changed, change) => change(changed), attack))
}
