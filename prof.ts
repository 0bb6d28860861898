import { launchChromium } from './tests/studio/browser.ts'
import { openPlace } from './bench/studio-page.ts'
import { fillTyping } from './bench/studio-typing.ts'
const b = await launchChromium()
const pl = await openPlace(b, fillTyping)
const { page, url } = pl
await page.goto(`${url}/main/contents?model=page`)
await page.getByRole('link', { name: `With 200 entries` }).click()
const fold = page.locator('fieldset li button[aria-expanded]').first()
await fold.click()
await page.getByRole('textbox', { name: 'label' }).first().focus()
const s = await page.context().newCDPSession(page)
await s.send('Profiler.enable'); await s.send('Profiler.setSamplingInterval', {interval: 500}); await s.send('Profiler.start')
await page.keyboard.type('the quick brown fox ', {delay: 20})
const { profile } = await s.send('Profiler.stop')
const self = new Map<string, number>(), byId = new Map(profile.nodes.map(n => [n.id, n]))
const parent = new Map<number, number>(); for (const n of profile.nodes) for (const c of n.children ?? []) parent.set(c, n.id)
const total = new Map<string, number>()
profile.samples!.forEach((id, i) => { const dt = profile.timeDeltas![i]!; const n = byId.get(id)!; const nm = (x: any) => x.callFrame.functionName + ' ' + x.callFrame.url.split('/').at(-1); self.set(nm(n), (self.get(nm(n)) ?? 0) + dt)
 const seen = new Set<string>(); let at: number | undefined = id; while (at !== undefined) { const k = nm(byId.get(at)!); if (!seen.has(k)) { seen.add(k); total.set(k, (total.get(k) ?? 0) + dt) } at = parent.get(at) } })
const top = (m: Map<string, number>, n: number) => [...m].sort((a, b) => b[1] - a[1]).slice(0, n).map(([k, v]) => `${(v / 1000).toFixed(0)} ms ${k}`).join('\n')
console.log('SELF\n' + top(self, 22)); console.log('TOTAL\n' + top(total, 70))
await pl.close(); await b.close()
