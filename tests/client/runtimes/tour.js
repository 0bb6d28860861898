import { errorOf, follow } from './follow.js'

/**
 * Uses the client like a site would, on any runtime, and returns the results.
 *
 * @param {typeof import('@octavo/client')} built
 * @param {{ url: string, key: string, limitedKey: string, busyUrl: string }} place
 */
export async function tour(built, { url, key, limitedKey, busyUrl }) {
  const { createClient } = built
  const client = createClient({ url, key })
  const { id } = await client.create({
    model: 'article',
    fields: { title: '港', seo: { no_index: true } },
    published: true,
  })
  const created = await client.get(id, { model: 'article', include: ['_langs'] })
  await client.patch(id, { model: 'article', fields: { lead: 'Boats' }, ifMatch: created })
  const lost = await errorOf(
    client.patch(id, { model: 'article', fields: { lead: 'x' }, ifMatch: created }),
  )
  const patched = await client.get(id, { model: 'article', select: { title: true, lead: true } })
  const found = await client.list({ model: 'article', where: { _id: { eq: id } } })
  const uploads = await upload(built, client, id)
  await client.delete(id)
  return {
    runtime: navigator.userAgent.split('/')[0],
    created: [created.title, created.seo.no_index, created._langs.current],
    patched,
    found: [found.total, found.data[0]._id === id],
    lost: [lost.status, lost.code],
    ...uploads,
    pages: await pages(client),
    gone: (await errorOf(client.get(id))).status,
    refused: shapeOf(
      built,
      await errorOf(client.create({ model: 'article', fields: { nope: 1 } })),
    ),
    limited: await limited(createClient({ url, key: limitedKey, maxWait: 0 })),
    waited: await waited(createClient({ url: busyUrl, key })),
    unanswered: shapeOf(built, await errorOf(createClient({ ...nowhere, retries: 0 }).list())),
    ended: await ended(client, createClient({ ...nowhere, retries: 99 })),
    followed: await follow(built, { url, key }),
  }
}

async function upload({ imageUrl }, client, id) {
  const bytes = new Uint8Array(300_000).fill(97)
  const steps = []
  const onProgress = (step) => void steps.push(step)
  const plain = await client.upload(new Blob([bytes]), { filename: '港.txt', alt: 'Harbour' })
  const reported = await client.upload(new File([bytes], 'b.txt'), { onProgress })
  const streamed = await client.upload(new Blob([bytes]).stream(), { filename: 'c.txt' })
  await client.patch(id, { model: 'article', fields: { cover: plain.id } })
  const { cover } = await client.get(id, { model: 'article' })
  const urls = [plain.url, reported.url, streamed.url]
  await client.deleteMedia(reported.id)
  return {
    cover: [cover.url === plain.url, cover.alt, imageUrl(cover, { width: 9 }).endsWith('?width=9')],
    uploads: urls.map((text) => decodeURIComponent(text).split('/').at(-1)),
    progress: [steps.length > 1, steps.at(-1)],
  }
}

/** Seven items, two at a time. */
async function pages(client) {
  const made = []
  for (let count = 0; count < 7; count++) {
    made.push((await client.create({ model: 'place', fields: { name: 'paged' } })).id)
  }
  const seen = []
  const options = { model: 'place', where: { _id: { in: made } }, select: { _id: true } }
  for await (const { _id } of client.all({ ...options, pageSize: 2 })) seen.push(_id)
  for (const id of made) await client.delete(id)
  return seen.length === 7 && made.every((id) => seen.includes(id))
}

/** The rate limit of the server lasts a minute; this client does not wait for it. */
async function limited(impatient) {
  await impatient.list({ limit: 1 }).catch(() => {})
  const error = await errorOf(impatient.list({ limit: 1 }))
  return [error.status, error.code, error.retryAfter > 0 && error.retryAfter <= 60]
}

async function waited(client) {
  const began = Date.now()
  const { total } = await client.list()
  return [total, Date.now() - began >= 990]
}

async function ended(client, unanswered) {
  const controller = new AbortController()
  const endless = new ReadableStream({
    pull: (stream) => stream.enqueue(new Uint8Array(1000).fill(97)),
  })
  const uploading = client.upload(endless, {
    filename: 'endless.txt',
    signal: controller.signal,
    onProgress: ({ sent }) => sent > 5000 && controller.abort('enough'),
  })
  const reading = client.list({ signal: AbortSignal.abort('at once') })
  const waiting = new AbortController()
  setTimeout(() => waiting.abort('while waiting'), 50)
  return Promise.all([
    errorOf(uploading),
    errorOf(reading),
    errorOf(unanswered.list({ signal: waiting.signal })),
  ])
}

const nowhere = { url: 'http://127.0.0.1:9/v1', key: 'x' }

function shapeOf({ OctavoError }, error) {
  if (!(error instanceof OctavoError)) return ['not an OctavoError', String(error)]
  return [error.status, error.code, error.problems.map(({ path }) => path)]
}
