/**
 * Builds the site, and again whenever something that is published changes. Octavo is asked every few
 * seconds with the ETag of its last answer; most of the time it says "not modified" and nothing else.
 * A build goes beside the site and takes its place when it is done: a failed one changes nothing.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { languages } from '../src/i18n.ts'

if (existsSync('.env')) process.loadEnvFile('.env')
const { OCTAVO_URL, OCTAVO_KEY, REBUILD_SECONDS = '5' } = process.env
if (!OCTAVO_URL || !OCTAVO_KEY)
  throw new Error('OCTAVO_URL and OCTAVO_KEY are needed: see .env.example')
const key = OCTAVO_KEY

// Changes show as a newer time, deletions as another total. Each language has its own times.
const addresses = languages.map(
  (lang) => `${OCTAVO_URL}/contents?lang=${lang}&order=-_updated_at&limit=1&select=_id,_updated_at`,
)
const etags = new Map<string, string>()

for (;;) {
  if (await hasChanged()) build()
  await sleep(Number(REBUILD_SECONDS) * 1000)
}

async function hasChanged(): Promise<boolean> {
  const answers = await Promise.all(addresses.map(isNew))
  return answers.includes(true)
}

async function isNew(address: string): Promise<boolean> {
  const etag = etags.get(address)
  const headers = { 'X-SERVICE-API-KEY': key, ...(etag && { 'If-None-Match': etag }) }
  try {
    const answer = await fetch(address, { headers, signal: AbortSignal.timeout(10_000) })
    await answer.body?.cancel()
    if (answer.status === 304) return false
    if (!answer.ok) throw new Error(`it answers ${answer.status}`)
    etags.set(address, answer.headers.get('etag') ?? '')
    return true
  } catch (error) {
    console.error(`Octavo cannot be asked, trying again: ${String(error)}`)
    return false
  }
}

function build(): void {
  const { status } = spawnSync('npm', ['run', '--silent', 'build', '--', '--outDir', 'dist-next'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) {
    etags.clear() // the same change is tried again
    console.error('The build failed; the site stays as it was.')
    return
  }
  if (existsSync('dist')) renameSync('dist', 'dist-before')
  renameSync('dist-next', 'dist')
  rmSync('dist-before', { recursive: true, force: true })
  console.log(`Built ${new Date().toISOString()}`)
}
