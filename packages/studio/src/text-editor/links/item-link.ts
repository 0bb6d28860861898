/** Links to items. They store the ID of the item, so that sites can use the address that it has now. */
import type { PreservedAttributes } from '../preserved.ts'

const idAttribute = 'data-service-content-id'

export const itemLinkTag = `a[data-service-ftelm="content"][${idAttribute}]:not([href])`

export const itemLink = (id: number): PreservedAttributes => ({
  'data-service-ftelm': 'content',
  [idAttribute]: String(id),
})

export function linkedItem(preserved: unknown): number | null {
  const id = Number((preserved as PreservedAttributes | null | undefined)?.[idAttribute])
  return id > 0 ? id : null
}
