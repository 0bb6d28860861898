import { lastImportedPublication } from '../query/last-publication.ts'

/** The last publication as it is shown, from the columns of `entries`; one of its indexes holds it. */
export const lastPublicationShown = lastPublicationOf('')

export function lastPublicationOf(prefix: string): string {
  return `(case when ${prefix}last_published_at <= ${lastImportedPublication} then ${prefix}published_at else ${prefix}last_published_at end)`
}
