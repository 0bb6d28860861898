import { hash } from 'node:crypto'
import { Refusal } from '@octavo/schema/errors.ts'
import type { Once } from '../../content/once.ts'
import { deleteItem, duplicateItem } from '../../content/state.ts'
import {
  addDraftToItem,
  createItem,
  patchItem,
  replaceItem,
  type WriteContext,
} from '../../content/write.ts'
import type { ApiRequest, Reply, Route } from '../api.ts'
import { versionsIn } from '../etags.ts'
import { namedRequest, withName } from '../idempotency-key.ts'
import {
  authoriseBodiless,
  authoriseWriting,
  itemIdOf,
  plainParameters,
  textParameters,
  withProblems,
  writerOf,
  writeParameters,
  type TextParameters,
} from '../write-parameters.ts'

export function writeContentsRoutes(context: WriteContext): Route[] {
  return [
    {
      method: 'POST',
      path: '/contents',
      summary: 'Make an item',
      creates: 'item',
      access: 'write contents',
      authorise: (request) => authoriseWriting(request, creationParameters),
      async handle(request) {
        const parameters = creationParameters(request)
        const body = await requiredBody(request, parameters)
        const once = await onceOf(request, parameters)
        return idReply(
          await createItem(context, {
            ...writerOf(request),
            ...parameters,
            ...door(request),
            body,
            ...once,
          }),
        )
      },
    },
    {
      method: 'PUT',
      path: '/contents/:id',
      summary: 'Replace an item by what is sent',
      ...writingValues,
      handle: async (request) => idReply(await replaceItem(context, await changeOf(request))),
    },
    {
      method: 'PATCH',
      path: '/contents/:id',
      summary: 'Change the fields of an item that are sent',
      ...writingValues,
      handle: async (request) => idReply(await patchItem(context, await changeOf(request))),
    },
    {
      method: 'DELETE',
      path: '/contents/:id',
      summary: 'Delete an item',
      access: 'write contents',
      authorise: (request) => authoriseBodiless(request, plainParameters),
      handle: async (request) =>
        idReply(
          await deleteItem(context, {
            ...writerOf(request),
            id: itemIdOf(request),
            ...precondition(request),
          }),
        ),
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
            ...(await onceOf(request, copyParameters(request))),
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
        const once = await onceOf(request, parameters)
        return idReply(
          await addDraftToItem(context, {
            ...writerOf(request),
            id: itemIdOf(request),
            ...parameters,
            ...door(request),
            body,
            ...once,
          }),
        )
      },
    },
  ]
}

const creationParameters = withName(writeParameters)
const copyParameters = withName(plainParameters)
const draftParameters = withName(textParameters)

const writingValues = {
  access: 'write contents',
  authorise: (request: ApiRequest) => authoriseWriting(request, writeParameters),
} as const

function door({ key, schema }: ApiRequest) {
  const { extendedWrites } = schema.root.settings
  return { allowsMultiselect: extendedWrites, reachableSpaceIds: key.spaceIds }
}

async function changeOf(request: ApiRequest) {
  const parameters = writeParameters(request)
  return {
    ...writerOf(request),
    id: itemIdOf(request),
    ...parameters,
    ...door(request),
    ...precondition(request),
    body: await requiredBody(request, parameters),
  }
}

function precondition({ headers }: ApiRequest): { expectedVersions?: string[] } {
  const versions = versionsIn(headers['if-match'])
  return versions ? { expectedVersions: versions } : {}
}

async function requiredBody(
  request: ApiRequest,
  { problems }: Pick<TextParameters, 'problems'>,
): Promise<unknown> {
  const body = await bodyOf(request, { problems })
  if (body !== undefined) return body
  throw withProblems(new Refusal('badRequest', 'a JSON body is required'), problems)
}

/** A body that cannot be read is one more thing that is wrong with the request. */
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

/** What is refused anyway needs no name, which may be what is wrong with it. */
async function onceOf(
  request: ApiRequest,
  { problems }: Pick<TextParameters, 'problems'>,
): Promise<{ once?: Once }> {
  const named = problems.length > 0 ? undefined : namedRequest(request)
  if (!named) return {}
  const { keyId, name, place } = named
  const body = hash('sha256', await request.bytes())
  return { once: { keyId, name, requestDigest: hash('sha256', `${place}\n${body}`) } }
}

function idReply(id: number): Reply {
  return { body: JSON.stringify({ id }) }
}
