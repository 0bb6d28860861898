/** The consumers of the change log. The names are stored in the database, so they must not change. */
export const consumerNames = { externalCache: 'outside cache' } as const
