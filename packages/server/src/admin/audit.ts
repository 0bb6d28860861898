/** The change log as an audit log for readers. */
import type { AuditEntry, AuditPage } from '@octavo/schema/admin/audit.ts'
import { hasRole } from '@octavo/schema/roles.ts'
import { languageOfScope, type Schema } from '@octavo/schema/schema.ts'
import { formatTime } from '@octavo/schema/times.ts'
import { permissionsOf } from '../access/principal.ts'
import type { Change } from '../store/records.ts'
import type { ReadTransaction } from '../store/store.ts'
import type { AuditFilter } from '../store/studio-reads.ts'
import { actorNamed, namesOf } from './actors.ts'
import type { AdminCall } from './api.ts'

export async function auditEntriesOf(
  tx: ReadTransaction,
  call: AdminCall,
  filter: AuditFilter,
  limit: number,
): Promise<AuditPage> {
  const { schema } = call.root
  const isAdmin = hasRole(permissionsOf(call.principal).role, 'admin')
  const found = await tx.studio.auditEntries(filter, limit + 1)
  const changes = found.slice(0, limit)
  const subjectOf = ({ kind, subjectId }: Change): string => `${kind}:${subjectId}`
  const things = changes.flatMap((change) => [subjectOf(change), change.actor])
  const names = await namesOf(tx, schema, things)
  const deeds = changes.map((change): AuditEntry => ({
    seq: change.seq,
    at: formatTime(change.at),
    kind: change.kind,
    subjectId: change.subjectId,
    subject: names.get(subjectOf(change)) ?? '',
    model: modelOf(change, schema),
    actor: actorNamed(change.actor, names),
    action: change.action,
    languages: languagesOf(change, schema),
    address: isAdmin ? change.address : null,
  }))
  return { deeds, next: found.length > limit ? (changes.at(-1)?.seq ?? null) : null }
}

export function modelOf({ modelId }: Change, schema: Schema): string | null {
  return modelId === null ? null : (schema.modelById.get(modelId)?.luid ?? null)
}

function languagesOf({ kind, scopes }: Change, schema: Schema): string[] {
  if (kind !== 'item') return []
  const ids = new Set(scopes.map(languageOfScope))
  return schema.root.languages.filter(({ id }) => ids.has(id)).map(({ key }) => key)
}
