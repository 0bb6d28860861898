interface Paged {
  page?: string
}

export interface ReleasesSearch extends Paged {
  shown?: 'archived'
}

export function readReleaseSearch({ page }: Record<string, unknown>): Paged {
  return typeof page === 'string' && page !== '' ? { page } : {}
}

export function readReleasesSearch(search: Record<string, unknown>): ReleasesSearch {
  return {
    ...(search['shown'] === 'archived' && { shown: 'archived' as const }),
    ...readReleaseSearch(search),
  }
}
