/** Checks which libraries a server loads before the first request. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { it } from 'node:test'
import { promisify } from 'node:util'

it('does not load the image library at startup', async () => {
  const libraries = async (...modules: string[]): Promise<string[]> => {
    const urls = modules.map((path) => new URL(path, import.meta.url).href)
    const program = `for (const url of ${JSON.stringify(urls)}) await import(url)
      process.stdout.write(JSON.stringify(process.report.getReport().sharedObjects))`
    const flags = ['--input-type=module', '--eval', program]
    const { stdout } = await promisify(execFile)(process.execPath, flags)
    return (JSON.parse(stdout) as string[]).filter((path) => path.includes('vips'))
  }
  assert.deepEqual(await libraries('./serve.ts'), [])
  assert.notDeepEqual(await libraries('./serve.ts', '../media/images.ts'), [])
})
