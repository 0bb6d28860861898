/**
 * Compares serving cached variants and originals with nginx, which serves the same bytes from disk. Both
 * are measured in turns with wrk, with one process and with one per core, as both manuals recommend.
 * Debian has both tools: `apt-get install nginx-light wrk`.
 *
 *   npx node bench/media.ts [rounds] [seconds a round]
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { processorTime } from './processes.ts'
import { startServer } from '../packages/server/src/testing/octavo.ts'
import { makeKey } from '../packages/server/src/testing/run-here.ts'

const run = promisify(execFile)
const [rounds = 5, seconds = 2] = process.argv.slice(2).map(Number)
const connections = 16
const nginxPort = 4180
const pictures = new URL('../packages/server/src/demo/pictures/', import.meta.url)

for (const [tool, flag] of [
  ['nginx', '-v'],
  ['wrk', '-v'],
] as const) {
  const isThere = await run(tool, [flag]).then(
    () => true,
    (error: unknown) => !String(error).includes('ENOENT'),
  )
  if (isThere) continue
  console.error(`${tool} is not installed. Run: apt-get install nginx-light wrk`)
  process.exit(1)
}

for (const workers of new Set([1, availableParallelism()])) await measure(workers)

async function measure(workers: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'octavo-bench-'))
  const data = join(folder, 'data')
  const server = await startServer(['--data', data, '--workers', String(workers)])
  let nginx: ChildProcess | undefined
  try {
    const original = await uploaded(server.baseUrl, data)
    const addresses = {
      original,
      'variant, 1600 px webp': `${original}?width=1600&format=webp`,
      'variant, 800 px webp': `${original}?width=800&format=webp`,
      'variant, 320 px webp': `${original}?width=320&format=webp`,
    }
    const files = new Map<string, string>()
    await mkdir(join(folder, 'www'))
    for (const [what, address] of Object.entries(addresses)) {
      const name = `${files.size}.bin`
      await writeFile(join(folder, 'www', name), await (await fetch(address)).bytes())
      files.set(what, `http://127.0.0.1:${nginxPort}/${name}`)
    }
    nginx = await startNginx(folder, workers)
    console.log(
      `\n${availableParallelism()} cores, ${workers} serving, ${rounds} rounds of ${seconds} s, ${connections} connections`,
    )
    console.log(
      ['bytes', 'nginx/s', 'octavo/s', 'ratio', 'nginx µs', 'octavo µs', 'what'].join('\t'),
    )
    for (const [what, address] of Object.entries(addresses)) {
      const { length } = await (await fetch(address)).bytes()
      const results = { nginx: [] as Round[], octavo: [] as Round[] }
      for (let round = 0; round < rounds; round++) {
        results.nginx.push(await rateOf(files.get(what) ?? '', nginx.pid ?? 0, workers))
        results.octavo.push(await rateOf(address, server.child.pid ?? 0, workers))
      }
      const [theirs, ours] = [medians(results.nginx), medians(results.octavo)]
      const cells = [
        length,
        Math.round(theirs.rate),
        Math.round(ours.rate),
        (ours.rate / theirs.rate).toFixed(2),
      ]
      const cpu = [theirs.microseconds.toFixed(0), ours.microseconds.toFixed(0)]
      console.log([...cells, ...cpu, what].join('\t'))
    }
  } finally {
    nginx?.kill()
    await server.end('SIGTERM')
    await rm(folder, { recursive: true, force: true })
  }
}

/** Uploads a photograph and returns its URL. */
async function uploaded(baseUrl: string, data: string): Promise<string> {
  const key = await makeKey({ name: 'bench', reads: 'draft', writes: true }, ['--data', data])
  const form = new FormData()
  const bytes = await readFile(fileURLToPath(new URL('harbour-at-dawn.jpg', pictures)))
  form.append('file', new File([bytes], 'harbour.jpg'))
  const headers = { 'X-SERVICE-API-KEY': key }
  const response = await fetch(`${baseUrl}/media`, { method: 'POST', headers, body: form })
  if (response.status !== 200) throw new Error(`the upload failed with status ${response.status}`)
  return response.headers.get('location') ?? ''
}

/** Configured for static files as the nginx manual recommends. */
async function startNginx(folder: string, workers: number): Promise<ChildProcess> {
  const settings = `
    worker_processes ${workers}; daemon off; pid ${folder}/nginx.pid; error_log stderr crit; user root;
    events { worker_connections 1024; }
    http {
      access_log off; sendfile on; tcp_nopush on; tcp_nodelay on; keepalive_requests 1000000;
      open_file_cache max=1000 inactive=60s;
      server { listen 127.0.0.1:${nginxPort}; root ${folder}/www; }
    }`
  await writeFile(join(folder, 'nginx.conf'), settings)
  const child = spawn('nginx', ['-c', join(folder, 'nginx.conf')], { stdio: 'inherit' })
  for (;;) {
    const socket = connect(nginxPort, '127.0.0.1')
    const isUp = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isUp) return child
    await delay(50)
  }
}

interface Round {
  /** Requests per second, by the clock. */
  rate: number
  /** Processor time of the server per request. */
  microseconds: number
}

async function rateOf(address: string, pid: number, threads: number): Promise<Round> {
  const before = processorTime(pid) ?? 0
  const args = [`-t${threads}`, `-c${connections}`, `-d${seconds}`, address]
  const { stdout } = await run('wrk', args)
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout)
  const spent = (processorTime(pid) ?? 0) - before
  const count = Number(/(\d+) requests in/.exec(stdout)?.[1])
  return {
    rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    microseconds: (1e6 * spent) / count,
  }
}

function medians(results: readonly Round[]): Round {
  const median = (numbers: number[]): number =>
    numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
  return {
    rate: median(results.map(({ rate }) => rate)),
    microseconds: median(results.map(({ microseconds }) => microseconds)),
  }
}
