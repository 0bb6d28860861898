/** API keys, settings of a root, usage and the API explorer. Times are ISO 8601 UTC. */
import { z } from 'zod'
import { quotas, revisionRetention } from './definitions.ts'
import { views } from '../field-types.ts'
import { isFrameHost, isTextElement } from '../names.ts'
import { say } from '../problems.ts'
import { problem } from './problems.ts'
import { count, id, rule, shortList, text, time } from './values.ts'

const view = z.enum(views)

export const limits = z
  .strictObject({
    readLimit: count.describe(
      'Requests per minute for keys without their own limits; 0 is unlimited.',
    ),
    writeLimit: count,
    uploadBytes: count,
    pixels: count,
    trashDays: count,
  })
  .meta({ id: 'Limits' })

const keyLimit = z.int().min(0).max(1_000_000).nullable()
const perMinute = 'Requests per minute; 0 is unlimited; null is the default.'

export const keyInfo = z
  .strictObject({
    id,
    name: z.string(),
    hint: z.string().describe('The first characters of the key.'),
    reads: view,
    spaces: z.array(z.string()).nullable().describe('LUIDs; null for all.'),
    writesContents: z.boolean(),
    writesMedia: z.boolean(),
    publishes: z.boolean().describe('Whether its writes may change published content.'),
    listsMedia: z
      .boolean()
      .describe('Whether it may list media; keys that read drafts always may.'),
    readLimit: keyLimit.describe(perMinute),
    writeLimit: keyLimit.describe(perMinute),
    expiresAt: time.nullable(),
    disabledAt: time.nullable(),
    createdAt: time,
    lastUsedAt: time.nullable(),
  })
  .meta({ id: 'KeyInfo' })

const keyName = text(200).min(1)
const keySettings = {
  spaces: z
    .array(text(64))
    .min(1, 'must name at least one space; send null for all spaces')
    .nullable()
    .exactOptional()
    .describe('LUIDs; null for all.'),
  writesContents: z.boolean().exactOptional(),
  writesMedia: z.boolean().exactOptional(),
  publishes: z
    .boolean()
    .exactOptional()
    .describe('Whether its writes may change published content; default: true.'),
  listsMedia: z
    .boolean()
    .exactOptional()
    .describe('Whether it may list media; keys that read drafts always may.'),
  readLimit: keyLimit.exactOptional().describe(perMinute),
  writeLimit: keyLimit.exactOptional().describe(perMinute),
  expiresAt: text(40).meta({ format: 'date-time' }).nullable().exactOptional(),
}

export const keyCreation = z
  .strictObject({ name: keyName, reads: view, ...keySettings })
  .meta({ id: 'KeyCreation' })

export const keyChange = z
  .strictObject({
    name: keyName.exactOptional(),
    ...keySettings,
    isDisabled: z.boolean().exactOptional(),
  })
  .meta({ id: 'KeyChange' })

export const createdKey = z
  .strictObject({ key: z.string(), info: keyInfo })
  .meta({ id: 'CreatedKey', description: 'The only response that contains the text of the key.' })

const iframeHost = text(300).refine(isFrameHost, rule(say('notHost')))
const textElement = text(64).refine(isTextElement, rule(say('notElement')))

export const settingsChange = z
  .strictObject({
    extendedWrites: z.boolean().exactOptional(),
    iframeHosts: shortList(iframeHost, { most: 100 })
      .nullable()
      .exactOptional()
      .describe('Null for the default list.'),
    textElements: shortList(textElement, { most: 100 }).exactOptional(),
    keepsLocation: z.boolean().exactOptional(),
    revisions: revisionRetention.exactOptional(),
  })
  .meta({ id: 'SettingsChange' })

const usageDay = z
  .strictObject({
    date: z.string().describe('`2026-11-14`'),
    keyId: count,
    reads: count.describe('Reads that the cache did not serve.'),
    writes: count,
    cacheHits: count,
    errors: count,
  })
  .meta({ id: 'UsageDay' })

export const usage = z
  .strictObject({
    requests: count.describe('Requests that reached the origin in this calendar month (UTC).'),
    stored: z
      .strictObject({ items: count, media: count, mediaBytes: count })
      .describe('Stored content, without the trash.'),
    quotas: quotas.describe('Limits that the operator sets.'),
    days: z
      .array(usageDay)
      .describe('By day and key, oldest first. Days and keys without requests are left out.'),
  })
  .meta({ id: 'Usage' })

export const explorerRequest = z
  .strictObject({
    view,
    path: text(8000).describe('Below /v1: `/contents?model=article` or `/contents/12`.'),
  })
  .meta({ id: 'ExplorerRequest' })

export const explorerReply = z
  .strictObject({
    status: z.int(),
    headers: z.record(z.string(), z.string()),
    body: z.string().describe('The response body: JSON text.'),
    problems: z.array(problem).describe('Problems of the request, if it was rejected for them.'),
    milliseconds: z.number(),
    curl: z.string().describe('The request as a curl command, with a placeholder for the key.'),
  })
  .meta({ id: 'ExplorerReply' })

export type CreatedKey = z.infer<typeof createdKey>
export type ExplorerReply = z.infer<typeof explorerReply>
export type ExplorerRequest = z.infer<typeof explorerRequest>
export type KeyChange = z.infer<typeof keyChange>
export type KeyInfo = z.infer<typeof keyInfo>
export type SettingsChange = z.infer<typeof settingsChange>
export type Usage = z.infer<typeof usage>
export type UsageDay = z.infer<typeof usageDay>
