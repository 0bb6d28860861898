import type { FieldSetDefinition, ModelDefinition } from './definitions.ts'
import type { NoExtra } from './field-settings.ts'
import { notePlace } from './places.ts'
import type { CheckedReferences } from './references.ts'
import type { ServerSettings } from './server-settings.ts'

interface SpaceDefinition {
  readonly luid: string
  readonly name?: string
  readonly was?: string
}

export interface SpaceSettings {
  /** Whether keys may write multi select fields through the API; default: false. */
  readonly extendedWrites?: boolean
  /** Hosts that frames in flexible text may show; null for the default list. */
  readonly iframeHosts?: readonly string[] | null
  /** Names of custom elements that the text editor offers. */
  readonly textElements?: readonly string[]
  /** Whether uploaded files keep the place where they were taken (GPS data); default: false. */
  readonly keepsLocation?: boolean
  /** How many days revisions are stored; null is forever. */
  readonly revisions?: {
    /** For editing sessions and restored revisions; default: 365. */
    readonly sessionDays?: number | null
    /** For publications; default: null. */
    readonly publicationDays?: number | null
  }
}

/** The content of `octavo.config.ts`. */
export interface Config extends ServerSettings {
  /** Name of the root space, which Studio shows. Left out, it stays unchanged. */
  readonly name?: string
  /** Language keys; the first is the main language. */
  readonly languages?: readonly string[]
  /** Sub-spaces. */
  readonly spaces?: readonly SpaceDefinition[]
  readonly fieldSets?: readonly AnyFieldSet[]
  readonly models?: readonly AnyModel[]
  /** Settings of the root space. Those that are left out stay unchanged. */
  readonly settings?: SpaceSettings
  /** A file to which `octavo dev` writes types of the models; relative to the configuration file. */
  readonly types?: string
}

/** `title` and other names of fields are checked where a model is defined. */
export type AnyModel = Omit<ModelDefinition, 'title' | 'picture' | 'columns' | 'order'> & {
  readonly title?: string
  readonly picture?: string
  readonly columns?: readonly string[]
  readonly order?: readonly string[]
}
export type AnyFieldSet = FieldSetDefinition

/** Has the compiler check a configuration. Export the result as the default of `octavo.config.ts`. */
export function defineConfig<const C extends Config>(
  config: C & NoExtra<C, Config> & CheckedReferences<C>,
): C {
  return notePlace({ ...config }, defineConfig)
}
