/** Creates the database, the owner account and the keys with the installed command. */
import { join } from 'node:path'
import { childEnvironment } from './child-environment.ts'
import { writeEnvFile } from './env-file.ts'
import { CreateError } from './errors.ts'
import type { Owner, Plan } from './plan.ts'
import { exampleContent, typesFile } from './project-files.ts'
import { runProgram } from './run-program.ts'
import type { Surroundings } from './surroundings.ts'

interface Means {
  node: string
  around: Surroundings
  signal: AbortSignal
}

export async function setUp(plan: Plan, owner: Owner, means: Means): Promise<void> {
  const octavo = (words: readonly string[], input?: string): Promise<string> =>
    runOctavo(plan, words, input, means)
  await octavo(['schema', 'apply'])
  await octavo(['typegen', '--out', typesFile])
  if (plan.template.hasExamples) await octavo(['content', 'import', exampleContent])
  const { email, password } = owner
  await octavo(['user', 'create', '--email', email, '--role', 'owner'], `${password}\n`)
  const readKey = await octavo(['key', 'create', '--name', 'Site', '--reads', 'published'])
  const forWriting = ['--name', 'Scripts', '--reads', 'draft', '--write']
  const writeKey = await octavo(['key', 'create', ...forWriting])
  writeEnvFile(plan.folder, { email, readKey: readKey.trim(), writeKey: writeKey.trim() })
}

async function runOctavo(
  { folder }: Plan,
  words: readonly string[],
  input: string | undefined,
  { node, around, signal }: Means,
): Promise<string> {
  const program = join(folder, 'node_modules', 'octavo', 'bin', 'octavo.js')
  const { code, stdout, stderr } = await runProgram(node, [program, ...words], {
    folder,
    environment: childEnvironment(around.environment),
    ...(input !== undefined && { input }),
    signal,
  })
  if (code === 0) return stdout
  throw new CreateError(
    `octavo ${words.slice(0, 2).join(' ')} failed. Nothing was created.\n  ${stderr.trim()}\n` +
      'Write only the files with --no-install, then run the commands of the README yourself.',
  )
}
