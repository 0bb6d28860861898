/** What has a counter of changes besides models, whose ids are positive. */
export const changeable = { keys: 0, media: -1, roots: -2 } as const
