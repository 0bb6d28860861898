/** Builds images on this machine, without an image registry and without a container runtime. */
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Why images cannot be built and run here, or false. For the `skip` option of a test. */
export function isWithoutImages(): string | false {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs root on Linux'
  for (const program of ['buildah', 'debootstrap']) {
    if (spawnSync(program, ['--version'], { stdio: 'ignore' }).error) {
      return `${program} is not installed`
    }
  }
  const { status, stderr } = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 't', '/mnt'])
  return status === 0 ? false : `cannot mount in a namespace: ${stderr.toString().trim()}`
}

/** The part of an image's configuration that says how to run it. */
export interface ImageConfig {
  User: string
  Env: string[]
  Entrypoint: string[]
  Cmd: string[]
  WorkingDir: string
  Volumes: Record<string, object>
  Healthcheck: { Test: string[] }
}

export interface Images {
  createBase(name: string): void
  build(name: string, dockerfile: string, context: string): void
  config(name: string): ImageConfig
  /** A folder with the files of a new container. */
  mount(name: string): string
  /** Bytes of all layers, compressed with gzip. */
  compressedBytes(name: string): number
}

/** All images are below this folder. */
export function imagesIn(folder: string): Images {
  const places = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')]

  function buildah(...words: string[]): string {
    const all = [...places, '--storage-driver', 'vfs', ...words]
    return execFileSync('buildah', all, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim()
  }

  return {
    createBase(name) {
      const root = join(folder, 'base')
      installDebian(root)
      // npm's package of Node has the binary alone.
      copyFileSync(process.execPath, join(root, 'usr/local/bin/node'))
      execFileSync('tar', ['-C', root, '-cf', `${root}.tar`, '.'])
      const container = buildah('from', 'scratch')
      buildah('add', '-q', container, `${root}.tar`, '/')
      buildah('commit', '-q', '--rm', container, name)
    },
    build(name, dockerfile, context) {
      const local = ['--isolation', 'chroot', '--pull-never']
      // Images in the OCI format have no health check.
      buildah('bud', ...local, '--format', 'docker', '-t', name, '-f', dockerfile, context)
    },
    config(name) {
      const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', name)) as {
        Docker: { config: ImageConfig }
      }
      return Docker.config
    },
    mount: (name) => buildah('mount', buildah('from', '--pull-never', name)),
    compressedBytes(name) {
      const pushed = join(folder, 'pushed')
      buildah('push', '-q', name, `dir:${pushed}`)
      return readdirSync(pushed)
        .filter((file) => isGzip(join(pushed, file)))
        .reduce((sum, file) => sum + statSync(join(pushed, file)).size, 0)
    },
  }
}

/** A Debian as small as the `slim` images, which leave out the same folders. */
function installDebian(root: string): void {
  const packages = '--include=ca-certificates,libatomic1,libstdc++6'
  execFileSync('debootstrap', ['--variant=minbase', packages, 'bookworm', root])
  for (const unused of [
    'var/cache/apt',
    'var/lib/apt/lists',
    'usr/share/doc',
    'usr/share/locale',
  ]) {
    rmSync(join(root, unused), { recursive: true })
  }
}

function isGzip(path: string): boolean {
  return readFileSync(path)
    .subarray(0, 2)
    .equals(Buffer.from([0x1f, 0x8b]))
}
