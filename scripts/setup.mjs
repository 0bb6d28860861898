/**
 * Installs what is missing; each step checks whether it has anything to do. Plain JavaScript without
 * packages, because it runs on the machine's Node before ours is installed.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = join(root, 'node_modules', '.octavo-setup')

installPackages()
buildStudio()

function installPackages() {
  const wanted = hashOfManifests()
  if (textOf(stamp) === wanted && ownNodeVersion() === wantedNodeVersion()) return
  process.stderr.write(
    'Installing packages and Node. This takes up to a minute, only the first time.\n',
  )
  // NODE_ENV=production would skip dev dependencies.
  const { status, error } = spawnSync('npm', ['ci', '--include=dev', '--loglevel=error'], {
    cwd: root,
    env: { ...process.env, PATH: pathWithoutOwnNode() },
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (status !== 0)
    fail(`npm ci failed${error ? `: ${error.message}` : ''}. See the messages above.`)
  if (ownNodeVersion() !== wantedNodeVersion()) {
    fail(
      `npm installed the packages, but node_modules/.bin/node is not Node ${wantedNodeVersion()}. ` +
        'Its install script may be disabled: check `npm config get ignore-scripts`.',
    )
  }
  writeFileSync(stamp, wanted)
}

/** Builds the web app if its sources or dependencies have changed. */
function buildStudio() {
  const folder = join(root, 'packages', 'studio')
  const mark = join(folder, 'dist', '.built-from')
  const wanted = hashOfStudio()
  if (textOf(mark) === wanted && existsSync(join(folder, 'dist', 'index.html'))) return
  process.stderr.write('Building the web app.\n')
  const { status, error } = spawnSync(
    join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node'),
    [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'error'],
    { cwd: folder, stdio: ['ignore', 2, 2] },
  )
  if (status !== 0)
    fail(
      `the build of the web app failed${error ? `: ${error.message}` : ''}. See the messages above.`,
    )
  writeFileSync(mark, wanted)
}

function hashOfStudio() {
  const hash = createHash('sha256').update(textOf(join(root, 'package-lock.json')))
  const inputs = ['studio/src', 'studio/public', 'studio/build', 'schema/src', 'client/src/admin']
  const files = ['studio/index.html', 'studio/vite.config.ts', 'studio/tsconfig.json']
  for (const input of inputs) {
    const folder = join(root, 'packages', input)
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath ?? entry.path, entry.name)
      if (entry.isFile() && !path.endsWith('.test.ts'))
        files.push(relative(join(root, 'packages'), path))
    }
  }
  for (const file of files.toSorted())
    hash.update(`\n${file}\n`).update(textOf(join(root, 'packages', file)))
  return hash.digest('hex')
}

function hashOfManifests() {
  const packages = readdirSync(join(root, 'packages')).toSorted()
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}`)
  const folders = ['.', ...packages.map((name) => join('packages', name))]
  for (const folder of folders)
    hash.update(`\n${folder}\n${textOf(join(root, folder, 'package.json'))}`)
  return hash.update(textOf(join(root, 'package-lock.json'))).digest('hex')
}

function wantedNodeVersion() {
  return JSON.parse(textOf(join(root, 'package.json'))).dependencies.node
}

function ownNodeVersion() {
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  const { stdout } = spawnSync(join(root, 'node_modules', 'node', 'bin', file), ['--version'])
  return stdout?.toString().trim().slice(1)
}

/** npm must not run on a Node in the folder that it deletes. */
function pathWithoutOwnNode() {
  const own = join('node_modules', '.bin')
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.endsWith(sep + own))
    .join(delimiter)
}

function textOf(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return ''
    throw error
  }
}

function fail(reason) {
  process.stderr.write(`Setup failed: ${reason}\n`)
  process.exit(1)
}
