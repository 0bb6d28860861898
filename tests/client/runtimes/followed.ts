/** The result of `follow.js`. */
export const followed = {
  change: ['item.published', true, 'place', true],
  ended: 'enough',
  missed: 'item.deleted',
  results: [0, 1, 0],
}
