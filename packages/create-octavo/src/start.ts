import { readFileSync } from 'node:fs'
import { run } from './run.ts'

/** Runs the command with what the process gives. */
export function start(): Promise<number> {
  return run(process.argv.slice(2), {
    version: ownVersion(),
    environment: process.env,
    folder: process.cwd(),
    stdin: process.stdin,
    isTerminal: process.stdin.isTTY && process.stdout.isTTY,
    print: (line) => void process.stdout.write(`${line}\n`),
    note: (line) => void process.stderr.write(`${line}\n`),
  })
}

/** In the published package, the manifest is beside the folder `dist`. */
function ownVersion(): string {
  const manifest = new URL('../../../package.json', import.meta.url)
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version?: string }
  if (version === undefined) throw new Error('run the packed create-octavo: npm run pack')
  return version
}
