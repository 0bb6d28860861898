import type { Labels } from '@octavo/schema/admin/contents.ts'
import { createContext } from 'react'

/** Labels of the items and files that embeds reference. */
export const TextLabelsContext = createContext<Labels>({ items: {}, media: {} })
