/** Starts the server of a release and sends it requests. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { freePort } from '../../packages/server/src/cli/free-port.ts'
import { sha256, type Fixture, type RecordedResponse } from './fixture.ts'
import type { RecordedRequest } from './requests.ts'

/**
 * Those that depend on the time, on the version of the server, or on whether it already follows the change
 * log; and X-SERVICE-DETAIL, whose texts may improve.
 */
const unrecorded = [
  'date',
  'etag',
  'x-cache',
  'surrogate-control',
  'surrogate-key',
  'x-service-detail',
]

/** Addresses are part of responses. */
const assetsUrl = 'http://assets.test'

export interface Installation {
  /** The file of its command. */
  program: string
  /** The settings that name its database. */
  environment: Readonly<Record<string, string>>
}

/** `use` is called while the server still runs. */
export async function readSite(
  { program, environment }: Installation,
  keys: Readonly<Record<string, string>>,
  requests: readonly RecordedRequest[],
  use?: () => Promise<void>,
): Promise<Pick<Fixture, 'responses' | 'assets'>> {
  const [port, assetsPort] = [await freePort(), await freePort()]
  const words = [program, 'start', '--port', String(port), '--assets-port', String(assetsPort)]
  const child = spawn(process.execPath, words, {
    env: { ...environment, OCTAVO_ASSETS_URL: assetsUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  try {
    for await (const line of createInterface(child.stdout)) if (line.includes('Assets')) break
    const responses = await readAll(`http://127.0.0.1:${port}/v1`, keys, requests)
    const assets = await readAssets(`http://127.0.0.1:${assetsPort}`, responses)
    await use?.()
    return { responses, assets }
  } finally {
    child.kill('SIGTERM')
    await exited
  }
}

async function readAll(
  url: string,
  keys: Readonly<Record<string, string>>,
  requests: readonly RecordedRequest[],
): Promise<RecordedResponse[]> {
  const responses: RecordedResponse[] = []
  for (const { key, path } of requests) {
    const response = await fetch(url + path, {
      headers: { 'X-SERVICE-API-KEY': keys[key] ?? key, 'Accept-Encoding': 'identity' },
    })
    const { status } = response
    const headers = Object.fromEntries(
      [...response.headers].filter(([name]) => !unrecorded.includes(name)),
    )
    responses.push({ key, path, status, headers, body: await response.text() })
  }
  return responses
}

/** Every file that a response links to. */
async function readAssets(
  url: string,
  responses: readonly RecordedResponse[],
): Promise<Record<string, string>> {
  const links = responses.flatMap(({ body }) => [
    ...body.matchAll(/http:\/\/assets\.test([^"\\]+)/g),
  ])
  const assets: Record<string, string> = {}
  for (const path of new Set(links.map(([, link = '']) => link))) {
    const response = await fetch(url + path)
    assets[path] = response.ok ? sha256(await response.arrayBuffer()) : String(response.status)
  }
  return assets
}
