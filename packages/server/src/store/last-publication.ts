import { lastImportedPublication } from '../query/last-publication.ts'

/**
 * SQL expression for the displayed last publication, from columns of `entries`. An index uses the same
 * expression.
 */
export const lastPublicationShown = lastPublicationOf('')

export function lastPublicationOf(prefix: string): string {
  return `(case when ${prefix}last_published_at <= ${lastImportedPublication} then ${prefix}published_at else ${prefix}last_published_at end)`
}
