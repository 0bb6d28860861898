export type { Client, LiveItem, LiveList } from './client.ts'
export { createClient, type ClientOptions } from './create-client.ts'
export { OctavoError, type OctavoFailure, type OctavoProblem } from './errors.ts'
export { etagOf } from './etags.ts'
export { imageUrl, srcset, type ImageOptions, type SrcsetOptions } from './images.ts'
export { signVariant } from './sign-variant.ts'
export { tagsOf } from './tags.ts'
export type { ChangeEvent, ChangesOptions, ChangeType, Receive } from './types/changes.ts'
export type { FacetCount, FacetName, FacetRange, Facets } from './types/facets.ts'
export type { Json, Location, Media, MediaDetails, MediaValue, Moment } from './types/fields.ts'
export type { MediaFile, MediaGetOptions, MediaListOptions, MediaReads } from './types/media.ts'
export type { Included, Inclusion, Item, ItemWith, Languages, Page } from './types/item.ts'
export type {
  AllOptions,
  ChangeData,
  CreateData,
  DraftData,
  GetOptions,
  ListOptions,
  UploadOptions,
  Uploaded,
  UploadProgress,
  Written,
} from './types/options.ts'
export type { Formats, Select, SelectWithNeighbours } from './types/select.ts'
export type {
  Depth,
  FieldShape,
  FieldShapes,
  ModelName,
  SpaceShape,
  Status,
  TextFormat,
} from './types/space.ts'
export type { Order, Where } from './types/where.ts'
export type { FieldInputs, TranslationInputs, Translations } from './types/write.ts'
export type { UploadSource } from './upload.ts'
