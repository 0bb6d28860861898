/** The workflow for CI in docs/operations.md. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { it } from 'node:test'
import { parse } from 'yaml'
import { optionsOf } from './arguments.ts'
import { commands } from './commands.ts'

interface Workflow {
  jobs: Record<string, { steps: { run?: string }[] }>
}

it('the workflow is valid YAML, and its commands exist and take --url', async () => {
  const page = await readFile(new URL('../../../../docs/operations.md', import.meta.url), 'utf8')
  const blocks = [...page.matchAll(/```yaml\n([^]*?)\n```\n\n/g)].map(([, block = '']) => block)
  const text = blocks.find((block) => block.includes('jobs:')) ?? ''
  const { jobs } = parse(text) as Workflow
  const scripts = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []))
  const used = scripts.flatMap((script) => [...script.matchAll(/npx octavo (\w+ \w+) (.*)/g)])
  assert.deepEqual(
    used.map(([, name]) => name),
    ['schema plan', 'schema apply'],
  )
  for (const [, name, rest = ''] of used) {
    const command = await commands.find((entry) => entry.name === name)?.load()
    assert.ok(command?.takesUrl)
    for (const [, flag = ''] of rest.matchAll(/--([\w-]+)/g)) {
      assert.ok(flag in optionsOf(command), flag)
    }
  }
})
