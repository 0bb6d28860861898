/** `octavo/config`: what `octavo.config.ts` imports. */
export { defineConfig, type Config } from './define-config.ts'
export {
  defineFieldSet,
  defineModel,
  type FieldSetDefinition,
  type ModelDefinition,
} from './definitions.ts'
export type { FieldSettings } from './field-settings.ts'
export { field, type FieldDefinition } from './fields.ts'
export type { ItemOf, SchemaOf } from './item-types.ts'
export type { ServerSettings } from './server-settings.ts'
