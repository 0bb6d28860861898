import { SegmentedControl, Stack } from '@mantine/core'
import type { EditableItem } from '@octavo/schema/admin/items.ts'
import type { View } from '@octavo/schema/field-types.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../../../api/admin.ts'
import { useSession } from '../../../api/session.tsx'
import { CodeBlock, prettyJson } from '../../../components/code-block.tsx'
import { useText } from '../../../i18n/text.tsx'
import { Section } from './section.tsx'
import { Loading } from '../../../components/loading.tsx'

/** The API response for this item, and the code to request it. */
export function ApiResponse({ item }: { item: EditableItem }) {
  const t = useText()
  return <Section title={t('item.api')}>{() => <Response item={item} />}</Section>
}

function Response({ item }: { item: EditableItem }) {
  const t = useText()
  const { root } = useSession()
  const [view, setView] = useState<View>('draft')
  const versions = item.languages.map(({ version }) => version).join()
  const { data } = useQuery({
    queryKey: ['apiResponse', root, item.id, view, versions],
    queryFn: ({ signal }) =>
      admin.call('explore', {
        params: { root },
        body: { view, path: `/contents/${item.id}` },
        signal,
      }),
  })
  return (
    <Stack gap="xs">
      <SegmentedControl
        size="xs"
        value={view}
        onChange={(value) => setView(value)}
        aria-label={t('explorer.view')}
        data={[
          { value: 'draft', label: t('explorer.draft') },
          { value: 'published', label: t('explorer.published') },
        ]}
      />
      {data ? (
        <>
          <CodeBlock label="curl" code={data.curl} />
          <CodeBlock label={t('explorer.client')} code={`await client.get(${item.id})`} />
          <CodeBlock label={`JSON · ${data.status}`} code={prettyJson(data.body)} />
        </>
      ) : (
        <Loading size="xs" />
      )}
    </Stack>
  )
}
