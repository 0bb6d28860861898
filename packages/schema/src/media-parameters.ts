/** The parameters of `GET /media`, and of `GET /media/{id}` where they apply to both. */
export const mediaParameters = {
  contains: 'list',
  type: 'list',
  folder: 'list',
  tag: 'list',
  limit: 'list',
  offset: 'list',
  order: 'list',
  lang: 'both',
  space: 'both',
  strict: 'both',
} as const satisfies Record<string, 'list' | 'both'>

export type MediaParameter = keyof typeof mediaParameters

export const mediaOrders = ['created_at', 'name', 'bytes', 'type', 'id'] as const
export type MediaOrder = (typeof mediaOrders)[number]
