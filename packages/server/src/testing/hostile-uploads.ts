/** Files that would run scripts if a browser trusted their claimed or sniffed type. */
import { deflateSync } from 'node:zlib'
import { pngOf } from './png.ts'

export interface HostileUpload {
  filename: string
  /** The type that the client claims. */
  type: string
  bytes: Buffer
  /** True if the file is also an image. */
  isShown?: boolean
}

/** If it runs, it changes the title of the page and of its parent, and sends a request. */
const script = `try { document.title = 'ran'; top.document.title = 'ran' } catch {} try { fetch('/ran') } catch {}`
const html = `<!doctype html><title>x</title><script>${script}</script><img src=x onerror="${script}">`
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="${script.replaceAll("'", '&apos;')}"><script>${script}</script></svg>`

const png = pngOf(2, 2, deflateSync(Buffer.alloc(6)))
const gif = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')

export const hostileUploads: readonly HostileUpload[] = [
  { filename: 'page.html', type: 'text/html', bytes: Buffer.from(html) },
  { filename: 'page.html', type: 'image/png', bytes: Buffer.from(html) },
  { filename: 'page.jpg', type: 'image/jpeg', bytes: Buffer.from(html) },
  { filename: 'page.jpg.html', type: 'text/html', bytes: Buffer.from(html) },
  {
    filename: 'page.xhtml',
    type: 'application/xhtml+xml',
    bytes: Buffer.from(
      `<html xmlns="http://www.w3.org/1999/xhtml"><script>${script}</script></html>`,
    ),
  },
  { filename: 'drawing.svg', type: 'image/svg+xml', bytes: Buffer.from(svg) },
  { filename: 'drawing.png', type: 'image/png', bytes: Buffer.from(svg) },
  {
    filename: 'late.svg',
    type: 'image/svg+xml',
    bytes: Buffer.from(`<!--${'x'.repeat(5000)}-->${svg}`),
  },
  {
    filename: 'feed.xml',
    type: 'text/xml',
    bytes: Buffer.from(
      `<?xml version="1.0"?><x:script xmlns:x="http://www.w3.org/1999/xhtml">${script}</x:script>`,
    ),
  },
  {
    filename: 'sheet.xml',
    type: 'text/xml',
    bytes: Buffer.from(`<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="#"?><x/>`),
  },
  { filename: 'script.js', type: 'text/javascript', bytes: Buffer.from(script) },
  {
    filename: 'module.mjs',
    type: 'text/javascript',
    bytes: Buffer.from(`export default 1;${script}`),
  },
  {
    filename: 'paper.pdf',
    type: 'application/pdf',
    bytes: Buffer.from(
      `%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n${html}`,
    ),
  },
  {
    filename: 'archive.mhtml',
    type: 'multipart/related',
    bytes: Buffer.from(`MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n${html}`),
  },
  {
    filename: 'picture.png',
    type: 'text/html',
    bytes: Buffer.concat([png, Buffer.from(html)]),
    isShown: true,
  },
  {
    filename: 'picture.gif',
    type: 'text/html',
    bytes: Buffer.concat([gif, Buffer.from(html)]),
    isShown: true,
  },
  {
    filename: 'picture.svg',
    type: 'image/svg+xml',
    bytes: Buffer.concat([gif, Buffer.from(svg)]),
    isShown: true,
  },
  {
    filename: 'film.mp4',
    type: 'text/html',
    bytes: Buffer.from(`\0\0\0\x18ftypisom${html}`, 'latin1'),
    isShown: true,
  },
  { filename: 'sound.mp3', type: 'text/html', bytes: Buffer.from(`ID3${html}`), isShown: true },
  { filename: 'nothing', type: '', bytes: Buffer.from(`\ufeff\n\n\t${html}`) },
  {
    filename: 'utf16.html',
    type: 'text/html; charset=utf-16',
    bytes: Buffer.from(`\ufeff${html}`, 'utf16le'),
  },
  {
    filename: 'utf7.html',
    type: 'text/html; charset=utf-7',
    bytes: Buffer.from('+ADw-script+AD4-document.title=1+ADw-/script+AD4-'),
  },
]
