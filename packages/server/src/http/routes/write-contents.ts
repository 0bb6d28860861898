import { hash } from 'node:crypto'
import { Refusal } from '@octavo/schema/errors.ts'
import type { Idempotency } from '../../content/idempotency.ts'
import { deleteItem, duplicateItem } from '../../content/state.ts'
import {
  addDraftToItem,
  createItem,
  patchItem,
  replaceItem,
  type WriteContext,
} from '../../content/write.ts'
import type { Item } from '../../store/records.ts'
import type { ApiRequest, Reply, Route } from '../api.ts'
import { versionsIn } from '../representation.ts'
import { idempotentRequest, withKeyProblems } from '../idempotency-key.ts'
import {
  authoriseBodiless,
  authoriseWriting,
  deletionParameters,
  itemIdOf,
  plainParameters,
  requirePublishing,
  textParameters,
  withProblems,
  writerOf,
  writeParameters,
  type TextParameters,
  type WriteParameters,
} from '../write-parameters.ts'

export function writeContentsRoutes(context: WriteContext): Route[] {
  return [
    {
      method: 'POST',
      path: '/contents',
      summary: 'Create an item',
      creates: 'item',
      access: 'write contents',
      authorise: (request) => authoriseValues(request, creationParameters),
      async handle(request) {
        const parameters = creationParameters(request)
        const body = await requiredBody(request, parameters)
        const idempotency = await idempotencyOf(request, parameters)
        return idReply(
          await createItem(context, {
            ...writerOf(request),
            ...parameters,
            ...writeOptions(request),
            body,
            ...idempotency,
          }),
        )
      },
    },
    {
      method: 'PUT',
      path: '/contents/:id',
      summary: 'Replace an item',
      ...writingValues,
      handle: async (request) => idReply(await replaceItem(context, await changeOf(request))),
    },
    {
      method: 'PATCH',
      path: '/contents/:id',
      summary: 'Update fields of an item',
      ...writingValues,
      handle: async (request) => idReply(await patchItem(context, await changeOf(request))),
    },
    {
      method: 'DELETE',
      path: '/contents/:id',
      summary: 'Delete an item',
      access: 'write contents',
      authorise: (request) => authoriseBodiless(request, deletionParameters),
      async handle(request) {
        const { release } = deletionParameters(request)
        return idReply(
          await deleteItem(context, {
            ...writerOf(request),
            id: itemIdOf(request),
            ...precondition(request),
            ...(release ? { release } : draftsOnly(request)),
          }),
        )
      },
    },
    {
      method: 'POST',
      path: '/contents/:id/duplicate',
      summary: 'Copy an item into a new draft',
      creates: 'item',
      access: 'write contents',
      authorise: (request) => authoriseBodiless(request, copyParameters),
      handle: async (request) =>
        idReply(
          await duplicateItem(context, {
            ...writerOf(request),
            id: itemIdOf(request),
            ...(await idempotencyOf(request, copyParameters(request))),
          }),
        ),
    },
    {
      method: 'POST',
      path: '/contents/:id/drafts',
      summary: 'Add a draft to a published item',
      access: 'write contents',
      authorise: (request) => authoriseWriting(request, draftParameters),
      async handle(request) {
        const parameters = draftParameters(request)
        const body = (await bodyOf(request, parameters)) ?? {}
        const idempotency = await idempotencyOf(request, parameters)
        return idReply(
          await addDraftToItem(context, {
            ...writerOf(request),
            id: itemIdOf(request),
            ...parameters,
            ...writeOptions(request),
            body,
            ...idempotency,
          }),
        )
      },
    },
  ]
}

const creationParameters = withKeyProblems(writeParameters)
const copyParameters = withKeyProblems(plainParameters)
const draftParameters = withKeyProblems(textParameters)

const writingValues = {
  access: 'write contents',
  authorise: (request: ApiRequest) => authoriseValues(request, writeParameters),
} as const

function authoriseValues(
  request: ApiRequest,
  read: (request: ApiRequest) => WriteParameters,
): void {
  authoriseWriting(request, read)
  if (read(request).stage === 'published') requirePublishing(request)
}

function writeOptions({ key, schema }: ApiRequest) {
  const { extendedWrites } = schema.root.settings
  return { allowsMultiselect: extendedWrites, reachableSpaceIds: key.spaceIds }
}

async function changeOf(request: ApiRequest) {
  const parameters = writeParameters(request)
  return {
    ...writerOf(request),
    id: itemIdOf(request),
    ...parameters,
    ...writeOptions(request),
    ...precondition(request),
    body: await requiredBody(request, parameters),
  }
}

function precondition({ headers }: ApiRequest): { expectedVersions?: string[] } {
  const versions = versionsIn(headers['if-match'])
  return versions ? { expectedVersions: versions } : {}
}

/** Deleting a published item changes what readers see, like publishing it. */
function draftsOnly({ key }: ApiRequest): { checkBefore?(item: Item): void } {
  if (key.publishes) return {}
  return {
    checkBefore({ languages }) {
      if (languages.values().every(({ published }) => published === null)) return
      throw new Refusal(
        'forbidden',
        'this key may not publish, so it may not delete an item with published data',
      )
    },
  }
}

async function requiredBody(
  request: ApiRequest,
  { problems }: Pick<TextParameters, 'problems'>,
): Promise<unknown> {
  const body = await bodyOf(request, { problems })
  if (body !== undefined) return body
  throw withProblems(new Refusal('badRequest', 'a JSON body is required'), problems)
}

/** Reports an unreadable body together with the problems of the query. */
async function bodyOf(
  request: ApiRequest,
  { problems }: Pick<TextParameters, 'problems'>,
): Promise<unknown> {
  try {
    return await request.json()
  } catch (error) {
    throw withProblems(error, problems)
  }
}

/** Skips requests with problems: they are rejected anyway, and the Idempotency-Key may be the problem. */
async function idempotencyOf(
  request: ApiRequest,
  { problems }: Pick<TextParameters, 'problems'>,
): Promise<{ idempotency?: Idempotency }> {
  const named = problems.length > 0 ? undefined : idempotentRequest(request)
  if (!named) return {}
  const { keyId, name, place } = named
  const body = hash('sha256', await request.bytes())
  return { idempotency: { keyId, name, requestDigest: hash('sha256', `${place}\n${body}`) } }
}

function idReply(id: number): Reply {
  return { body: JSON.stringify({ id }) }
}
