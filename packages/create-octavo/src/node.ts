import { isNodeSupported, nodeAdvice, oldestNode } from '../../server/src/supported-node.ts'
import { CreateError } from './errors.ts'
import { runProgram } from './run-program.ts'

/** The Node that runs Octavo. Under Bun, which also runs this command, it is the one in PATH. */
export async function nodeToUse(environment: NodeJS.ProcessEnv): Promise<string> {
  const isBun = process.versions['bun'] !== undefined
  const program = isBun ? 'node' : process.execPath
  const version = isBun ? await versionOf(program, environment) : process.versions.node
  if (version !== undefined && isNodeSupported(version)) return program
  const found = version === undefined ? 'there is no Node here' : `this is Node ${version}`
  throw new CreateError(
    `${found}, and Octavo needs Node ${oldestNode} or later. Nothing was created.\n${nodeAdvice}\n` +
      'To write only the files of the project, add --no-install.',
  )
}

async function versionOf(
  program: string,
  environment: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const options = { folder: '.', environment }
  const { code, stdout } = await runProgram(program, ['--version'], options)
  return code === 0 ? stdout.trim().replace(/^v/, '') : undefined
}
