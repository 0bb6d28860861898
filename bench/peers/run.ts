/**
 * `npm run bench:peers -- [--scratch FOLDER] [--articles 10000] [--seconds 3] [--rounds 5]
 *   [--only payload,directus,strapi] [--publish]`
 *
 * Installs other systems from npm, loads the same data into each, compares their responses, and measures
 * the same operations for them and for Octavo in one run, in turns. `--scratch` keeps the installations.
 * `--publish` writes the table to docs/benchmarks-peers.md. A peer that cannot be measured is reported
 * with the reason. Exits with 1 only if Octavo itself fails.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startLoadGenerator } from '../load.ts'
import { thisMachine } from '../machine.ts'
import { textTable } from '../print-run.ts'
import { memoryOf } from '../processes.ts'
import { checkResponses, checkCreation, createChecks } from './check.ts'
import { octavoContender, peerContender, type Contender } from './contender.ts'
import { estimate, gigabytesOf } from './costs.ts'
import { directus } from './directus.ts'
import { install, isInstalled, type Installed } from './install.ts'
import { measureAll } from './measure.ts'
import { payload } from './payload.ts'
import type { Peer } from './peer.ts'
import {
  failureLines,
  leadOf,
  machineLine,
  publishPeers,
  tableOf,
  type PeersReport,
} from './report.ts'
import { strapi } from './strapi.ts'

const peers = [directus, strapi, payload]
const { values: given } = parseArgs({
  options: {
    scratch: { type: 'string' },
    articles: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
    publish: { type: 'boolean', default: false },
  },
})
const size = positive('articles', given.articles)
const pace = {
  seconds: positive('seconds', given.seconds),
  rounds: positive('rounds', given.rounds),
}
const wanted = chosen(given.only)

const began = performance.now()
const scratch = await scratchFolder(given.scratch)
const failed = new Map<string, string>()
const running: Contender[] = []
process.on('exit', () => running.forEach(({ pid }) => process.kill(pid)))
try {
  const installed = await Promise.all(wanted.map((peer) => isInstalled(peer, scratch)))
  console.error(estimate(pace, wanted.length + 1, installed.every(Boolean)))
  const installations = await installAll()
  await startAll(installations)
  await show(await measured(installations))
} finally {
  for (const one of running.splice(0)) await one.stop()
  if (given.scratch === undefined) await rm(scratch, { recursive: true, force: true })
}

async function installAll(): Promise<Installed[]> {
  const installations: Installed[] = []
  for (const peer of wanted) {
    await orNamed(peer, async () => void installations.push(await install(peer, scratch)))
  }
  return installations
}

/** Removes contenders with wrong responses. */
async function startAll(installations: readonly Installed[]): Promise<void> {
  const checks = createChecks(size)
  const enter = async (starting: Promise<Contender>): Promise<void> => {
    const one = await starting
    running.push(one)
    try {
      await checkResponses(one, checks)
      await checkCreation(one, size)
    } catch (error) {
      running.pop()
      await one.stop()
      throw error
    }
    console.error(`${one.name}: responses are correct`)
  }
  await enter(octavoContender(scratch, size))
  for (const installed of installations) {
    await orNamed(installed.peer, () => enter(peerContender(installed, size)))
  }
}

async function orNamed({ name, version }: Peer, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    failed.set(`${name} ${version}`, reason)
    console.error(`${name} ${version} is skipped: ${reason}`)
  }
}

async function measured(installations: Installed[]): Promise<PeersReport> {
  const load = startLoadGenerator()
  const outcomes = await measureAll(load, running, { size, pace })
  await load.stop()
  const memory = new Map(running.map((one) => [one, memoryOf(one.pid)?.resident]))
  return { machine: thisMachine(pace), size, outcomes, memory, failed, costs: costs(installations) }
}

function costs(installations: Installed[]): string {
  const minutes = (seconds: number): string => `${(seconds / 60).toFixed(1)} minutes`
  const parts = installations.map(
    ({ peer, seconds, isReused }) =>
      `${peer.name} ${minutes(seconds)}${isReused ? ', earlier' : ''}`,
  )
  return (
    `The run took ${minutes((performance.now() - began) / 1000)}. Installing: ${parts.join('; ')}. ` +
    `On disk: ${gigabytesOf(scratch).toFixed(1)} GB.`
  )
}

async function show(report: PeersReport): Promise<void> {
  const calls = [...report.outcomes.keys()].flatMap((one) =>
    one.called().map((host) => `${one.name} tried to connect to ${host} and was blocked.`),
  )
  console.log(`\n${machineLine(report)}\n\n${textTable(tableOf(report))}\n`)
  console.log([leadOf(report), ...failureLines(report), ...calls, report.costs].join('\n'))
  if (given.publish) await publishPeers(report)
}

async function scratchFolder(named: string | undefined): Promise<string> {
  if (named === undefined) return mkdtemp(join(tmpdir(), 'octavo-peers-'))
  await mkdir(named, { recursive: true })
  return resolve(named)
}

function positive(option: string, text: string): number {
  const number = Number(text)
  if (number > 0 && (Number.isInteger(number) || option === 'seconds')) return number
  throw new Error(`--${option} takes a number, not "${text}"`)
}

function chosen(only: string | undefined): Peer[] {
  const named = (peer: Peer): string => peer.name.toLowerCase()
  const names = only?.split(',') ?? peers.map(named)
  if (names.every((name) => peers.some((peer) => named(peer) === name))) {
    return peers.filter((peer) => names.includes(named(peer)))
  }
  throw new Error(`--only takes some of ${peers.map(named).join(', ')}, not "${only}"`)
}
