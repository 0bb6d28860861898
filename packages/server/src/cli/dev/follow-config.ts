/** Reads the configuration file again whenever it or a file that it imports changes. */
import { formatProblem } from '@octavo/schema/errors.ts'
import { BadConfig } from '../../config-file/bad-config.ts'
import { loadConfig, type LoadedConfig } from '../../config-file/load.ts'
import type { Terminal } from '../terminal.ts'
import { watchFiles } from './watch-files.ts'

export interface Following {
  stop(): Promise<void>
}

/** `handle` runs once at a time; its signal is aborted when there is something newer. */
export function followConfig(
  first: LoadedConfig,
  terminal: Terminal,
  handle: (config: LoadedConfig, signal: AbortSignal) => Promise<void>,
): Following {
  let isStopped = false
  let newest = new AbortController()
  let work = Promise.resolve()
  const files = watchFiles(() => {
    newest.abort()
    newest = new AbortController()
    const { signal } = newest
    work = work.then(() => run(signal))
  })
  files.follow(first.files)

  async function run(signal: AbortSignal): Promise<void> {
    if (signal.aborted || isStopped) return
    try {
      const config = await loadConfig(first.path)
      files.follow(config.files)
      await handle(config, signal)
    } catch (error) {
      if (error instanceof BadConfig) {
        files.follow([...new Set([first.path, ...error.files])])
        for (const problem of error.problems) terminal.note(`octavo: ${formatProblem(problem)}`)
        terminal.note('The server goes on with the schema that it has.')
      } else terminal.note(`octavo: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  return {
    async stop() {
      isStopped = true
      files.close()
      newest.abort()
      await work
    },
  }
}
