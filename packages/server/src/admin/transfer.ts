/** Import and export by the command of another machine, in small requests. */
import type { ImportBody } from '@octavo/schema/admin/transfer.ts'
import { problemAt, Refusal } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import { hasRole } from '@octavo/schema/roles.ts'
import { permissionsOf } from '../access/principal.ts'
import { exportPage } from '../transfer/export.ts'
import { importLines } from '../transfer/import-lines.ts'
import { findPosition, removePosition, type ImportPlace } from '../transfer/import-position.ts'
import { actorOf, type AdminCall, type AdminHandlers } from './api.ts'
import { done } from './checks.ts'
import type { ChangeDeps } from './contents/changes.ts'

export function transferHandlers(deps: ChangeDeps) {
  return {
    exportContents: (call) =>
      deps.store.read(async (tx) => {
        const rootId = call.root.schema.root.id
        const schema = await deps.schemas.in(tx, rootId)
        const { spaceIds } = call.root
        return exportPage(tx, schema, { rootId, spaceIds, afterId: call.query.after })
      }, call.reader),
    readImport: async (call) => {
      const place = placeOf(call)
      const position = await deps.store.read((tx) => findPosition(tx, place, deps.now()))
      return { nextLine: position ?? null }
    },
    importLines: (call, body) => {
      const { root } = call.root.schema
      return importLines(deps, {
        ...optionsOf(call, body),
        place: placeOf(call),
        lines: body.lines.map((line) => ({ ...line, fault: line.fault })),
        pending: new Map(
          body.pending?.flatMap(({ model, ids }) => ids.map((id) => [id, model] as const)),
        ),
        highestId: body.highestId ?? 0,
        actor: actorOf(call),
        reachableSpaceIds: call.root.spaceIds,
        beforeGroup: (items) => deps.quotas.requireRoom(root, { items }),
      })
    },
    endImport: async (call) => {
      const place = placeOf(call)
      await deps.store.write((tx) => removePosition(tx, place))
      return done
    },
  } satisfies Partial<AdminHandlers>
}

function placeOf({ root, params }: AdminCall): ImportPlace {
  const file = params['id'] ?? ''
  if (/^[0-9a-f]{64}$/.test(file)) return { rootId: root.schema.root.id, file }
  throw new Refusal('badRequest', [
    { path: 'id', message: 'must be the SHA-256 of the file: 64 hexadecimal digits' },
  ])
}

function optionsOf(
  { principal }: AdminCall,
  { continues = false, keepsMissing = false, keepsInvalid = false }: ImportBody,
) {
  if (keepsInvalid && !hasRole(permissionsOf(principal).role, 'admin')) {
    throw new Refusal('forbidden', [problemAt('keepsInvalid', say('needsRole', { role: 'admin' }))])
  }
  return { continues, keepsMissing, keepsInvalid }
}
