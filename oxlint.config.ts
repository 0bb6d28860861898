import { defineConfig, type OxlintOverride } from 'oxlint'

const server = 'packages/server/src'
const features = [
  'config-file',
  'content',
  'delivery',
  'describe',
  'events',
  'live',
  'media',
  'metrics',
  'access',
  'cache',
  'modeling',
  'transfer',
  'upkeep',
  'webhooks',
  'demo',
  'admin',
]
const foundations = ['changes', 'store']
/** The store builds on these. */
const basics = ['query', 'fields', 'text', 'scheduling']
const storeInterface = [
  'store',
  'accounts',
  'change-log',
  'client-address',
  'create-folder',
  'derived',
  'items',
  'lease',
  'media',
  'presences',
  'previews',
  'reader',
  'reading',
  'records',
  'releases',
  'reviews',
  'saved-views',
  'revisions',
  'schedules',
  'settle-all',
  'studio-reads',
  'undo-states',
  'webhooks',
]
/** The cache is used by features, and uses all of the store's interface. */
const storeCache = ['cache/snapshots', 'cache/schemas', 'cache/aged-map']

/** A group is written as a .gitignore is: `!` makes an exception to what stands before it. */
type Ban = { message: string; allowTypeImports?: boolean } & (
  | { group: string[] }
  | { regex: string }
)

const outsideThePackage = ['../**/src/**', '../**/packages/**']
const testModules = ['!node:test', '!node:assert/strict']
const nodeOutsideTests = ['node:*', 'node:*/**', ...testModules]

const storeInterfaceAllowed = [...storeInterface, ...storeCache].map(
  (name) => `!**/store/${name}.ts`,
)
const storeMessage =
  'SQL stays inside store/. Import store/store.ts; cli, http and main alone open one, by store/open-store.ts.'

const clientMessage =
  'client has no dependencies: use fetch, and `import type` from @octavo/schema.'

const zodMessage =
  'Zod stays out of the bundle of Studio: use `import type`, or a list of schema/choices.ts.'
const featuresMessage = `Imports run features → ${foundations.join(', ')} → ${basics.join(', ')}. Take it as a parameter, or move it down.`

/**
 * What an import may not name, and the way to go instead. Of several bans in one file, the exception
 * of one holds against all.
 */
const bans = {
  otherPackages: {
    group: ['@octavo/**', '!@octavo/schema/**', ...outsideThePackage],
    message: 'Of our packages the server imports only @octavo/schema, and by that name.',
  },
  testing: {
    group: ['**/testing/**', '**/*.test.ts'],
    message: 'Only tests import from testing/. Move what the product needs out of it.',
  },
  drivers: {
    group: ['node:sqlite', 'pg', 'pg-*'],
    message: 'Only store/ knows databases. Add what you need to the interface in store/store.ts.',
  },
  storeExceptOpening: {
    group: [
      '**/store/**',
      ...storeInterfaceAllowed,
      '!**/store/open-store.ts',
      '!**/store/scratch.ts',
    ],
    message: storeMessage,
  },
  storeExceptInterface: {
    group: ['**/store/**', ...storeInterfaceAllowed],
    message: storeMessage,
  },
  storeImplementation: {
    group: ['./**', ...storeInterface.map((name) => `!./${name}.ts`)],
    message: 'The interface of the store does not know what implements it.',
  },
  wiring: {
    group: ['../**/cli/**', '../**/http/**', '../**/main.ts', '../**/app.ts'],
    message: 'Imports run cli, http, main → features. Take it as a parameter, or move it down.',
  },
  features: {
    group: features.map((folder) => `../**/${folder}/**`),
    message: featuresMessage,
  },
  aboveBasics: {
    group: foundations.map((folder) => `../**/${folder}/**`),
    message: featuresMessage,
  },
  // In store/, `../cache/` is a folder of its own.
  featuresInStore: {
    group: [
      ...features.filter((folder) => folder !== 'cache').map((folder) => `../**/${folder}/**`),
      '../**/cache/response-cache.ts',
      '../**/cache/external/**',
    ],
    message: featuresMessage,
  },
} satisfies Record<string, Ban>

/** Of two that match a file the later one counts alone, so each lists all that is banned there. */
const boundary = (files: string[], patterns: Ban[]): OxlintOverride => ({
  files,
  rules: { 'eslint/no-restricted-imports': ['error', { patterns }] },
})

const inProduct = [bans.otherPackages, bans.testing]
const inWiring = [...inProduct, bans.drivers, bans.storeExceptOpening]
const inFeatures = [...inProduct, bans.drivers, bans.storeExceptInterface, bans.wiring]
const inFoundations = [...inFeatures, bans.features]
const inBasics = [...inProduct, bans.drivers, bans.aboveBasics, bans.wiring, bans.features]
const inStore = [...inProduct, bans.wiring, bans.featuresInStore]

const inSchema: Ban[] = [
  {
    group: ['@octavo/**', ...outsideThePackage],
    message: 'schema is what all sides agree on: it imports no other package of ours.',
  },
  {
    group: nodeOutsideTests,
    message: 'schema does no I/O and runs in browsers. Do this in server.',
  },
]

const boundaries = [
  boundary([`${server}/**`], inWiring),
  boundary(
    features.map((folder) => `${server}/${folder}/**`),
    inFeatures,
  ),
  // A thread, which opens a store of its own.
  boundary([`${server}/webhooks/delivery-thread.ts`], inWiring),
  boundary(
    foundations.map((folder) => `${server}/${folder}/**`),
    inFoundations,
  ),
  boundary(
    basics.map((folder) => `${server}/${folder}/**`),
    inBasics,
  ),
  boundary(
    [`${server}/config-file/item-types.ts`],
    [
      {
        group: ['@octavo/**', '!@octavo/schema/**', ...outsideThePackage],
        allowTypeImports: true,
        message: 'Types of items come from @octavo/client by `import type`, and nothing else does.',
      },
      bans.testing,
    ],
  ),
  boundary([`${server}/store/**`], inStore),
  boundary(
    storeInterface.map((name) => `${server}/store/${name}.ts`),
    [...inStore, bans.drivers, bans.storeImplementation],
  ),
  boundary([`${server}/**/*.test.ts`], [bans.otherPackages, bans.drivers]),
  boundary([`${server}/testing/**`, `${server}/store/**/*.test.ts`], [bans.otherPackages]),
  boundary(['packages/schema/src/**'], inSchema),
  boundary(
    ['packages/schema/src/*.ts'],
    [...inSchema, { group: ['zod', '**/admin/**'], allowTypeImports: true, message: zodMessage }],
  ),
  boundary(
    ['packages/client/src/**'],
    [
      {
        group: ['**', '!./**', '!../**', ...testModules, ...outsideThePackage],
        allowTypeImports: true,
        message: clientMessage,
      },
      { regex: '^([a-z]|@[^o]|@octavo/(server|studio)|.*/src/)', message: clientMessage },
    ],
  ),
  boundary(
    ['packages/create-octavo/src/**'],
    [
      {
        group: [
          '@octavo/**',
          ...outsideThePackage,
          '../../*/src/**',
          '!../../schema/src/accounts.ts',
          '!../../server/src/supported-node.ts',
          '!../../schema/src/nearest.ts',
        ],
        message: 'create-octavo is published with the modules that it imports: only small ones.',
      },
    ],
  ),
  boundary(
    ['packages/studio/src/**'],
    [
      {
        group: ['@octavo/server', '@octavo/server/**', ...outsideThePackage],
        message: 'studio reaches the server through @octavo/client alone.',
      },
      {
        group: ['zod', '@octavo/schema/admin/**'],
        allowTypeImports: true,
        message: zodMessage,
      },
      {
        group: nodeOutsideTests,
        message: 'studio runs in browsers. Do this in server and reach it through @octavo/client.',
      },
    ],
  ),
]

export default defineConfig({
  // Packages of their own, with their own types.
  ignorePatterns: ['examples/**', 'packages/create-octavo/templates/*/site/**'],
  plugins: ['typescript', 'unicorn', 'oxc', 'import', 'promise', 'node'],
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  categories: { correctness: 'error', suspicious: 'error' },
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'error',
    'import/no-duplicates': 'error',
    'import/no-mutable-exports': 'error',
    'import/no-named-as-default-member': 'off', // wrong about CommonJS packages such as pg
    'oxc/no-barrel-file': ['error', { threshold: 0 }],
    'node/no-process-env': 'error',
    'unicorn/consistent-function-scoping': 'off', // a closure reads best beside its only use
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    'unicorn/no-abusive-eslint-disable': 'error',
    'unicorn/prefer-at': 'error',
    'unicorn/prefer-node-protocol': 'error',
    'unicorn/prefer-structured-clone': 'error',
    'unicorn/require-post-message-target-origin': 'off', // takes worker threads for windows
    'unicorn/throw-new-error': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/consistent-return': 'off', // the compiler does it, and understands switches
    'typescript/consistent-type-imports': 'error',
    'typescript/no-deprecated': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-import-type-side-effects': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-misused-spread': ['error', { allow: ['string'] }], // we count code points
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-unsafe-argument': 'error',
    'typescript/no-unsafe-assignment': 'error',
    'typescript/no-unsafe-call': 'error',
    'typescript/no-unsafe-member-access': 'error',
    'typescript/no-unsafe-return': 'error',
    'typescript/no-unsafe-type-assertion': 'off', // `JSON.parse(stored) as Stored` is how we say it
    'typescript/only-throw-error': 'error',
    'typescript/return-await': 'error',
    'typescript/switch-exhaustiveness-check': [
      'error',
      { considerDefaultExhaustiveForUnions: true },
    ],
    'typescript/unbound-method': 'off', // our objects have methods, but no `this`
    'typescript/use-unknown-in-catch-callback-variable': 'error',
    'eslint/array-callback-return': 'error',
    'eslint/complexity': ['error', { max: 25 }],
    'eslint/eqeqeq': 'error',
    'eslint/max-depth': 'error',
    'eslint/no-console': 'error',
    'eslint/no-else-return': 'error',
    'eslint/no-lonely-if': 'error',
    'eslint/no-nested-ternary': 'error',
    'eslint/no-self-compare': 'error',
    'eslint/no-unmodified-loop-condition': 'off', // does not see what closures change
    'eslint/no-useless-return': 'error',
    'eslint/no-var': 'error',
    'eslint/object-shorthand': 'error',
    'eslint/prefer-const': 'error',
    'eslint/prefer-template': 'error',
  },
  overrides: [
    ...boundaries,
    {
      files: ['**/*.test.ts', `${server}/testing/**`],
      rules: {
        // node:test waits for the tests that are declared at the top of a file or of a suite.
        'typescript/no-floating-promises': [
          'error',
          {
            allowForKnownSafeCalls: [
              { from: 'package', package: 'node:test', name: ['test', 'it', 'describe', 'suite'] },
            ],
          },
        ],
      },
    },
    {
      files: ['**/*.{js,mjs}'],
      rules: {
        'typescript/no-unsafe-argument': 'off',
        'typescript/no-unsafe-assignment': 'off',
        'typescript/no-unsafe-call': 'off',
        'typescript/no-unsafe-member-access': 'off',
        'typescript/no-unsafe-return': 'off',
      },
    },
    {
      files: ['tests/client/**', 'tests/config/**'],
      rules: { 'eslint/no-underscore-dangle': 'off' }, // system properties of the API start so
    },
    { files: ['*.config.ts'], rules: { 'import/no-default-export': 'off' } },
    { files: ['packages/*/bin/**'], rules: { 'import/no-unassigned-import': 'off' } },
    {
      files: ['packages/studio/src/**'],
      rules: { 'import/no-unassigned-import': ['error', { allow: ['**/*.css'] }] }, // styles come by import
    },
    {
      files: [
        `${server}/config.ts`,
        'packages/server/bin/restart.js',
        `${server}/testing/**`,
        'packages/create-octavo/src/start.ts',
        'scripts/**',
        'tests/**',
        'bench/**',
      ],
      rules: { 'node/no-process-env': 'off' },
    },
    {
      files: [`${server}/cli/**`, 'scripts/**', 'bench/**'],
      rules: { 'eslint/no-console': 'off' },
    },
  ],
})
