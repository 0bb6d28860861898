import { chromium } from 'playwright-core'
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const base = process.argv[2]
const shots = [
 ['en-home', '/en/', 1200, 'light'], ['ja-home-m', '/ja/', 390, 'dark'], ['en-article','/en/articles/breakfast-at-the-net-loft/',1200,'light'],
 ['ja-article-m','/ja/articles/the-last-vat-on-dyers-lane/',390,'light'], ['ja-article','/ja/articles/the-last-vat-on-dyers-lane/',1200,'dark'], ['ja-search','/ja/search/?q='+encodeURIComponent('塩'),1000,'light'], ['en-event','/en/events/indigo-weekend-2026/',1000,'light'], ['ja-events','/ja/events/',1000,'light'], ['en-author','/en/authors/ines-carvalhal/',1000,'dark'],['ja-fallback','/ja/articles/a-packing-list-for-wet-islands/',800,'light'], ['en-about','/en/stockists-and-post/',800,'light']]
for (const [n, p, w, cs] of shots) {
  if (process.argv[3] && !process.argv[3].split(',').includes(n)) continue
  const pg = await b.newPage({ viewport: { width: w, height: 900 }, colorScheme: cs })
  pg.on('console', m => m.type()==='error' && console.log(n, m.text())); pg.on('pageerror', e => console.log(n, e.message))
  pg.on('requestfailed', r => console.log(n, 'failed', r.url()))
  await pg.goto(base + p, { waitUntil: 'networkidle' })
  const ov = await pg.evaluate(() => document.documentElement.scrollWidth - innerWidth); if (ov > 0) console.log(n, 'overflow', ov)
  await pg.screenshot({ path: `/tmp/ab/shot-${n}.png`, fullPage: true, clip: undefined })
  await pg.close()
}
await b.close()
