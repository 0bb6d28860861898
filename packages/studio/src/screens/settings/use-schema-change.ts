import type { SchemaInput } from '@octavo/schema/admin/schema.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { showNotice } from '../../components/notice.tsx'
import { useText } from '../../i18n/text.tsx'

interface Wanted {
  schema: SchemaInput
  isConfirmed: boolean
}

/** Changes languages or sub-spaces, which are part of the definition. */
export function useSchemaChange() {
  const t = useText()
  const client = useQueryClient()
  const { root } = useSession()
  const document = useQuery({
    queryKey: ['schema', root],
    queryFn: ({ signal }) => admin.call('readSchema', { params: { root }, signal }),
  })
  const preview = useMutation({
    mutationFn: (schema: SchemaInput) =>
      admin.call('previewSchema', { params: { root }, body: { schema, isPrune: true } }),
  })
  const apply = useMutation({
    mutationFn: ({ schema, isConfirmed }: Wanted) =>
      admin.call('applySchema', {
        params: { root },
        body: { schema, isPrune: true, isConfirmed, expectedVersion: document.data?.version ?? 0 },
      }),
    onSuccess: async () => {
      await client.invalidateQueries()
      showNotice({ text: t('models.applied') })
    },
  })
  return { document: document.data, preview, apply }
}
