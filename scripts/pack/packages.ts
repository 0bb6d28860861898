/**
 * The packages that are published, each with what its manifest in the repository does not say. To publish
 * another one, add it here and a `tsconfig.build.json` and a README.md to its folder.
 */
import { oldestNode } from '../../packages/server/src/supported-node.ts'

export interface PublishedPackage {
  /** Its name on npm. */
  name: string
  /** Its folder below packages/. */
  folder: string
  /** The folder of its compiled modules: that of package.json, or `dist`. */
  code: '.' | 'dist'
  /** Whether modules of other packages that it imports are published along, in folders below `code`. */
  includesOthers?: boolean
  /** The oldest Node it runs on. */
  node: string
  exports: Readonly<Record<string, ExportedModule>>
  bin?: Readonly<Record<string, string>>
  sideEffects: false | readonly string[]
  /** Files that are published as they are. */
  copies: readonly Copy[]
  /** The declarations of the API report, without `.d.ts`: patterns below `code`. */
  report: readonly string[]
}

interface ExportedModule {
  types: string
  default: string
}

export interface Copy {
  /** A file or a folder, from the folder of the package. */
  from: string
  to: string
  /** Names of files that are left out. */
  except?: RegExp
}

export const publishedPackages: readonly PublishedPackage[] = [
  {
    name: '@octavo/schema',
    folder: 'schema',
    code: '.',
    node: oldestNode,
    exports: { './*.js': { types: './*.d.ts', default: './*.js' } },
    sideEffects: false,
    copies: [],
    report: ['*', 'field-types/*'],
  },
  {
    name: '@octavo/client',
    folder: 'client',
    code: '.',
    node: oldestNode,
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    sideEffects: false,
    copies: [],
    report: ['index'],
  },
  {
    name: 'octavo',
    folder: 'server',
    code: 'dist',
    node: oldestNode,
    exports: {
      './config': {
        types: './dist/config-file/index.d.ts',
        default: './dist/config-file/index.js',
      },
    },
    bin: { octavo: 'bin/octavo.js' },
    sideEffects: ['./bin/*.js', './dist/main.js', './dist/**/*-thread.js'],
    copies: [
      { from: 'bin/published.js', to: 'bin/octavo.js' },
      { from: 'bin/restart.js', to: 'bin/restart.js' },
      { from: 'src/demo', to: 'dist/demo', except: /\.ts$/ },
      { from: '../studio/dist', to: 'studio', except: /^\.built-from$/ },
    ],
    report: ['config-file/index'],
  },
  {
    name: 'create-octavo',
    folder: 'create-octavo',
    code: 'dist',
    includesOthers: true,
    // The oldest that @clack/prompts runs on.
    node: '20.12.0',
    exports: {},
    bin: { 'create-octavo': 'dist/create-octavo/src/main.js' },
    sideEffects: false,
    copies: [{ from: 'templates', to: 'dist/create-octavo/templates' }],
    report: [],
  },
]

export function publishedPackage(name: string): PublishedPackage {
  const found = publishedPackages.find((published) => published.name === name)
  if (!found) throw new Error(`${name} is not a published package`)
  return found
}
