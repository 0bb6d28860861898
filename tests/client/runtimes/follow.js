/**
 * Follows changes and keeps a list up to date, on any runtime.
 *
 * @param {typeof import('@octavo/client')} built
 * @param {{ url: string, key: string }} place A key that reads drafts and writes.
 */
export async function follow({ createClient }, place) {
  const client = createClient(place)
  const title = `live ${Math.random()}`
  const create = (text) =>
    client.create({ model: 'place', fields: { name: text }, published: true })

  const stopping = new AbortController()
  const connected = Promise.withResolvers()
  const changes = client.changes({
    model: 'place',
    signal: stopping.signal,
    onConnect: () => connected.resolve(),
  })
  const next = nextWith(changes, ({ type }) => type === 'item.published')
  await connected.promise
  const first = await create(title)
  const value = await next
  stopping.abort('enough')
  const ended = await errorOf(changes.next())
  await client.delete(first.id)
  const resumed = client.changes({ lastEventId: value.lastEventId })
  const missed = await nextWith(resumed, ({ data }) => data.id === first.id)
  await resumed.return()

  const results = []
  let onResult = () => {}
  const query = { model: 'place', where: { name: { eq: title } }, select: { name: true } }
  const stop = client.live(query, (page, error) => {
    results.push(page ? page.data.length : error.status)
    onResult()
  })
  const until = (count) =>
    new Promise((resolve) => {
      onResult = () => results.length >= count && resolve()
      onResult()
    })
  await until(1)
  const { id } = await create(title)
  await until(2)
  await client.delete(id)
  await until(3)
  stop()
  return {
    change: [value.type, value.data.id === first.id, value.data.model, value.data.tags.length > 0],
    ended,
    missed: missed.type,
    results,
  }
}

/** The first change with a property. Before it, a stream may report what changed just before it began. */
async function nextWith(changes, has) {
  for (;;) {
    const { value } = await changes.next()
    if (has(value)) return value
  }
}

export const errorOf = (promise) =>
  promise.then(
    () => 'no error',
    (error) => error,
  )
