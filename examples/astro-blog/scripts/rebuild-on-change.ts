/**
 * Builds the site, and rebuilds it when published content changes. Polls Octavo every few seconds with
 * the ETag of the last response, so most responses are an empty 304. A build goes to another folder and
 * replaces the site when it is complete: a failed build changes nothing.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { languages } from '../src/i18n.ts'

if (existsSync('.env')) process.loadEnvFile('.env')
const { OCTAVO_URL, OCTAVO_KEY, REBUILD_SECONDS = '5' } = process.env
if (!OCTAVO_URL || !OCTAVO_KEY)
  throw new Error('OCTAVO_URL and OCTAVO_KEY are required: see .env.example')
const key = OCTAVO_KEY

// A change results in a newer time, a deletion in another total. Each language has its own times.
const addresses = languages.map(
  (lang) => `${OCTAVO_URL}/contents?lang=${lang}&order=-_updated_at&limit=1&select=_id,_updated_at`,
)
const etags = new Map<string, string>()

for (;;) {
  if (await hasChanged()) build()
  await sleep(Number(REBUILD_SECONDS) * 1000)
}

async function hasChanged(): Promise<boolean> {
  const results = await Promise.all(addresses.map(isNew))
  return results.includes(true)
}

async function isNew(address: string): Promise<boolean> {
  const etag = etags.get(address)
  const headers = { 'X-SERVICE-API-KEY': key, ...(etag && { 'If-None-Match': etag }) }
  try {
    const response = await fetch(address, { headers, signal: AbortSignal.timeout(10_000) })
    await response.body?.cancel()
    if (response.status === 304) return false
    if (!response.ok) throw new Error(`status ${response.status}`)
    etags.set(address, response.headers.get('etag') ?? '')
    return true
  } catch (error) {
    console.error(`Cannot reach Octavo, will retry: ${String(error)}`)
    return false
  }
}

function build(): void {
  const { status } = spawnSync('npm', ['run', '--silent', 'build', '--', '--outDir', 'dist-next'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) {
    etags.clear() // Retries the same change.
    console.error('The build failed; the site was not changed.')
    return
  }
  if (existsSync('dist')) renameSync('dist', 'dist-before')
  renameSync('dist-next', 'dist')
  rmSync('dist-before', { recursive: true, force: true })
  console.log(`Built ${new Date().toISOString()}`)
}
