import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, renameSync, rmSync } from 'node:fs'

/**
 * Builds to another folder, which replaces the site when it is complete: a failed build changes nothing.
 * Returns whether it succeeded.
 */
export async function buildSite(): Promise<boolean> {
  const build = spawn('npm', ['run', '--silent', 'build', '--', '--outDir', 'dist-next'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(build, 'exit')
  if (code !== 0) return false
  if (existsSync('dist')) renameSync('dist', 'dist-before')
  renameSync('dist-next', 'dist')
  rmSync('dist-before', { recursive: true, force: true })
  return true
}
