/** Management tokens: credentials with which programs use the management API. */
import { z } from 'zod'
import { roles } from '../roles.ts'
import { reach, spaceName } from './account.ts'
import { id, text, time } from './values.ts'

const role = z.enum(roles)

export const tokenInfo = z
  .strictObject({
    id,
    name: z.string(),
    hint: z.string().describe('The first characters, to recognise it by.'),
    role,
    spaces: z
      .array(spaceName)
      .nullable()
      .describe('Spaces that an editor, writer or viewer is restricted to; null for all.'),
    expiresAt: time.nullable(),
    createdAt: time,
    lastUsedAt: time.nullable().describe('Accurate to five minutes.'),
  })
  .meta({ id: 'TokenInfo' })

export const tokenCreation = z
  .strictObject({
    name: text(200).min(1),
    role,
    spaces: reach.exactOptional(),
    expiresAt: time.nullable().exactOptional(),
  })
  .meta({ id: 'TokenCreation' })

export const createdToken = z
  .strictObject({ token: z.string(), info: tokenInfo })
  .meta({ id: 'CreatedToken', description: 'The token is shown this once and stored hashed.' })

export type TokenInfo = z.infer<typeof tokenInfo>
