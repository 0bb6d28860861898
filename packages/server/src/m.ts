import { parseFlexible, formatsOf, defaultTextPolicy } from './text/flexible.ts'
for (const [name, t] of [['b','<b>'.repeat(300_000)],['div','<div>'.repeat(150_000)],['quote','> '.repeat(50_000)]] as const)
  for (const f of ['portable_html','markdown'] as const) {
    const s = performance.now()
    try { const r = parseFlexible(t, f, defaultTextPolicy); const m = performance.now(); console.log(name, f, 'parse', Math.round(m-s), typeof r, JSON.stringify(r).length);
      if (typeof r === 'string') { formatsOf(r, defaultTextPolicy); console.log('   formats', Math.round(performance.now()-m)) } } catch (e) { console.log(name, f, String(e).slice(0,100), Math.round(performance.now()-s)) }
  }
