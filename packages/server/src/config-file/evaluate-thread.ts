/**
 * Evaluates a configuration file in its own thread: each evaluation reads all files again, and a file
 * that exits the process ends only the thread.
 */
import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { placesIn } from './places.ts'
import { plainConfig, type PlainConfig } from './plain-config.ts'

export type Evaluation =
  | ({ isLoaded: true; files: string[] } & PlainConfig)
  | { isLoaded: false; files: string[]; message: string; place: string | undefined }

const entry = new URL('./index.ts', import.meta.url).href
const ownFolder = new URL('..', import.meta.url).href
const files = new Set<string>()
/** Modules that only our own modules import. */
const ownModules = new Set<string>()

registerHooks({
  resolve(specifier, context, next) {
    // The definitions of the command that runs, wherever the project is and whatever it has installed.
    if (specifier === 'octavo/config') return { url: entry, shortCircuit: true }
    // Noted before it is found: a file that is missing may be created later.
    if (specifier.startsWith('.') && isOfProject(context.parentURL ?? ''))
      files.add(new URL(specifier, context.parentURL).href)
    const found = next(specifier, context)
    const isImportedByUs = found.url !== workerData && !isOfProject(context.parentURL ?? '')
    if (isImportedByUs) ownModules.add(found.url)
    if (!isOfProject(found.url)) return found
    files.add(found.url)
    // A project need not state "type": "module" for this file.
    return /\.m?ts$/.test(found.url) ? { ...found, format: 'module-typescript' } : found
  },
})

function isOfProject(url: string): boolean {
  if (!url.startsWith('file:') || url.includes('/node_modules/')) return false
  return !url.startsWith(ownFolder) && !ownModules.has(url)
}

// Not awaited: Node would warn about a file that never ends its own await.
void evaluate(String(workerData)).then((evaluation) => parentPort?.postMessage(evaluation))

async function evaluate(url: string): Promise<Evaluation> {
  try {
    // The environment of a thread is a copy.
    const dotEnv = new URL('.env', url)
    if (existsSync(dotEnv)) process.loadEnvFile(dotEnv)
    const loaded = (await import(url)) as { default?: unknown }
    return { isLoaded: true, ...plainConfig(loaded.default), files: [...files] }
  } catch (error) {
    return { isLoaded: false, ...described(error), files: [...files] }
  }
}

function described(error: unknown): { message: string; place: string | undefined } {
  if (!(error instanceof Error)) return { message: String(error), place: undefined }
  const places = placesIn(error.stack ?? '').map((place) =>
    place.startsWith('/') ? `file://${place}` : place,
  )
  // V8 does not say where a name is declared twice; the file that was read last has the fault.
  const last = error instanceof SyntaxError ? [...files].at(-1) : undefined
  return { message: error.message, place: places.find(isOfProject) ?? last }
}
