/**
 * The environment for package managers and Octavo. The project gets a database of its own, whatever this
 * shell has set for another one. Yarn makes Node load packages from its archives, which the project does not.
 */
export function childEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const entries = Object.entries(environment).filter(
    ([name]) => !/^(octavo_|database_url$|redis_url$)/i.test(name),
  )
  const options = environment['NODE_OPTIONS']
  return {
    ...Object.fromEntries(entries),
    ...(options !== undefined && { NODE_OPTIONS: withoutYarn(options) }),
  }
}

function withoutYarn(options: string): string {
  return options.replaceAll(/--(?:require|experimental-loader)[ =]\S*\.pnp\.\S+/g, '').trim()
}
