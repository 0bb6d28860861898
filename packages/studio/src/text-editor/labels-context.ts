import type { Labels } from '@octavo/schema/admin/contents.ts'
import { createContext } from 'react'

/** Names of what embeds point at. */
export const TextLabelsContext = createContext<Labels>({ items: {}, media: {} })
