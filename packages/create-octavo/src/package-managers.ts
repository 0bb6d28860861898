/** The package managers that can install a project, and how each is called. */
export const packageManagerNames = ['npm', 'pnpm', 'yarn', 'bun'] as const

export type PackageManagerName = (typeof packageManagerNames)[number]

interface PackageManager {
  install: readonly string[]
  /** What to type before the name of a script. */
  run: string
  /** What to type before a command of an installed package. */
  exec: string
  /** Files that only this one reads. */
  files: Readonly<Record<string, string>>
  /** Files that it reads in a project with a site. */
  siteFiles: Readonly<Record<string, string>>
  /** Settings for the installation. */
  environment: Readonly<Record<string, string>>
}

export const packageManagers: Readonly<Record<PackageManagerName, PackageManager>> = {
  npm: {
    install: ['install', '--no-audit', '--no-fund', '--loglevel=error'],
    run: 'npm run',
    exec: 'npx',
    files: {},
    siteFiles: {},
    environment: {},
  },
  pnpm: {
    install: ['install'],
    run: 'pnpm',
    exec: 'pnpm exec',
    files: {},
    siteFiles: { 'pnpm-workspace.yaml': 'packages:\n  - site\n' },
    environment: {},
  },
  yarn: {
    install: ['install'],
    run: 'yarn',
    exec: 'yarn',
    // Octavo reads files of packages and starts threads, which needs packages in folders. Yarn 1 ignores it.
    files: { '.yarnrc.yml': 'nodeLinker: node-modules\n' },
    siteFiles: {},
    // On CI machines, Yarn refuses to create its lock file.
    environment: { YARN_ENABLE_IMMUTABLE_INSTALLS: 'false' },
  },
  bun: {
    install: ['install'],
    run: 'bun run',
    exec: 'bunx',
    files: {},
    siteFiles: {},
    environment: {},
  },
}

/** npm, pnpm, Yarn and Bun say who they are: `pnpm/11.2.0 npm/? node/v24.11.0 linux x64`. */
export function runningPackageManager(environment: NodeJS.ProcessEnv): PackageManagerName {
  const [name] = (environment['npm_config_user_agent'] ?? '').split('/')
  return packageManagerNames.find((known) => known === name) ?? 'npm'
}
