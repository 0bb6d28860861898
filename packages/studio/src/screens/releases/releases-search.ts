export interface ReleasesSearch {
  shown?: 'archived'
  page?: string
}

export function readReleasesSearch(search: Record<string, unknown>): ReleasesSearch {
  const { page } = search
  return {
    ...(search['shown'] === 'archived' && { shown: 'archived' as const }),
    ...(typeof page === 'string' && page !== '' && { page }),
  }
}
