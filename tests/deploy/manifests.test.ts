/** The Kubernetes manifests and Compose files of deploy/: their schema, settings and security. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parseAllDocuments } from 'yaml'
import { settingFault, type Variable } from '../../packages/server/src/setting-variables.ts'
import { compile } from '../../packages/server/src/testing/compile.ts'
import { validateCompose } from './compose-schema.ts'

const repository = join(import.meta.dirname, '../..')

/** The parts that this test reads; the compiler checks the rest. */
interface Manifest {
  apiVersion: string
  kind: string
  data?: Record<string, string>
  stringData?: Record<string, string>
  spec?: { template?: { spec: PodSpec } }
}

interface PodSpec {
  enableServiceLinks: boolean
  securityContext: object
  containers: { image: string; securityContext: object; volumeMounts: { mountPath: string }[] }[]
}

interface Compose {
  services: Record<string, Service>
}

interface Service {
  image?: string
  environment?: Record<string, string>
  read_only?: boolean
  cap_drop?: string[]
  tmpfs?: string[]
}

function manifestsOf(name: string): Manifest[] {
  const text = readFileSync(join(repository, 'deploy/kubernetes', name), 'utf8')
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest)
}

/** A module that compiles if each manifest has the form of its kind, without unknown keys. */
function moduleOf(manifests: readonly Manifest[]): string {
  const types = join(repository, 'node_modules/kubernetes-types')
  return manifests
    .map((manifest, index) => {
      const [version = '', group = 'core'] = manifest.apiVersion.split('/').toReversed()
      const type = `import('${join(types, group, version)}.js').${manifest.kind}`
      return `export const m${index}: ${type} = ${JSON.stringify(manifest, null, 2)}\n`
    })
    .join('')
}

function assertSettings(variables: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(variables)) {
    if (value !== '') assert.equal(settingFault(name as Variable, value), undefined, name)
  }
}

describe('Kubernetes manifests', () => {
  const files = ['one-node.yaml', 'cluster.yaml']

  it('have the form of their kinds', async () => {
    const sources = files.map((name) => [
      `${name.replace('.yaml', '')}.ts`,
      moduleOf(manifestsOf(name)),
    ])
    assert.equal(await compile(Object.fromEntries(sources) as Record<string, string>), '')
  })

  it('with an unknown key are found', async () => {
    const [account] = manifestsOf('cluster.yaml')
    const wrong = { ...account, automountToken: false } as Manifest
    assert.match(
      await compile({ 'wrong.ts': moduleOf([wrong]) }),
      /automountToken"' does not exist/,
    )
  })

  for (const name of files) {
    const manifests = manifestsOf(name)

    it(`${name} has valid settings`, () => {
      for (const { data = {}, stringData = {} } of manifests) {
        assertSettings({ ...data, ...stringData })
      }
    })

    it(`${name} runs without privileges on a read-only root`, () => {
      const pods = manifests.flatMap(({ spec }) => spec?.template?.spec ?? [])
      assert.equal(pods.length, 1)
      for (const { containers, enableServiceLinks, securityContext } of pods) {
        // A service named octavo would otherwise set OCTAVO_PORT.
        assert.equal(enableServiceLinks, false)
        assert.partialDeepStrictEqual(securityContext, { runAsNonRoot: true, runAsUser: 10_001 })
        for (const container of containers) {
          assert.partialDeepStrictEqual(container.securityContext, {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          })
          const places = container.volumeMounts.map(({ mountPath }) => mountPath)
          assert.deepEqual(places, ['/data', '/tmp'])
        }
      }
    })
  }

  it('of the cluster limit how many pods are evicted at once', () => {
    const kinds = manifestsOf('cluster.yaml').map(({ kind }) => kind)
    assert.ok(kinds.includes('PodDisruptionBudget'))
  })
})

describe('Compose files', () => {
  for (const name of ['compose.yaml', 'compose.cluster.yaml']) {
    const text = readFileSync(join(repository, 'deploy', name), 'utf8')
    const [document] = parseAllDocuments(text, { merge: true })
    const compose = document?.toJS() as Compose

    it(`${name} has the form of a Compose file`, () => {
      assert.deepEqual(validateCompose(compose), [])
    })

    it(`${name} runs nodes without privileges on a read-only root, with valid settings`, () => {
      const nodes = Object.values(compose.services).filter(({ image }) => image === 'octavo')
      assert.ok(nodes.length > 0)
      for (const node of nodes) {
        assert.partialDeepStrictEqual(node, { read_only: true, cap_drop: ['ALL'], tmpfs: ['/tmp'] })
        const environment = Object.entries(node.environment ?? {})
        assertSettings(Object.fromEntries(environment.map(([key, value]) => [key, filled(value)])))
      }
    })
  }

  it('with an unknown key are found', () => {
    assert.equal(validateCompose({ services: { a: { imag: 'x' } } }).length, 1)
  })
})

/** Compose replaces `${NAME:-default}` and `${NAME:?}`. */
function filled(value: string): string {
  return value.replaceAll(
    /\$\{\w+(?::-([^}]*)|:\?)\}/g,
    (_all, standard?: string) => standard ?? 'x',
  )
}
