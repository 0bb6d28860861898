import { Alert, Anchor, List } from '@mantine/core'
import type { UndoResult } from '@octavo/schema/admin/bulk.ts'
import type { ContentRow } from '@octavo/schema/admin/contents.ts'
import type { Model } from '@octavo/schema/definitions.ts'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../api/session.tsx'
import { useProblemPlace } from '../../components/problem-place.ts'
import { useFormat } from '../../i18n/format.ts'
import { problemText } from '../../i18n/problems.ts'
import { useText } from '../../i18n/text.tsx'

export type Failed = UndoResult['results']

interface BulkFailuresProps {
  failed: Failed
  rows: readonly ContentRow[]
  model: Model | undefined
}

const mostShown = 10

/** The items that failed, each with its problems. */
export function BulkFailures({ failed, rows, model }: BulkFailuresProps) {
  const t = useText()
  const format = useFormat()
  const { root, schema } = useSession()
  const placeOf = useProblemPlace()
  if (failed.length === 0) return null
  const titleOf = (id: number): string => rows.find((row) => row.id === id)?.title || `#${id}`
  const modelOf = (id: number): Model | undefined =>
    model ?? schema.modelByLuid.get(rows.find((row) => row.id === id)?.model ?? '')
  return (
    <Alert
      color="red"
      role="alert"
      mx="lg"
      mb="sm"
      title={t('bulk.failed', { count: format.number(failed.length) })}
    >
      <List size="sm">
        {failed.slice(0, mostShown).map(({ id, problems }) => (
          <List.Item key={id}>
            <Anchor component={Link} to={`/${root}/contents/${id}`} size="sm" c="inherit">
              {titleOf(id)}
            </Anchor>{' '}
            {problems
              .map((problem) =>
                [placeOf(problem.path, modelOf(id)).text, problemText(problem, t)]
                  .filter((text) => text !== '')
                  .join(': '),
              )
              .join('; ')}
          </List.Item>
        ))}
      </List>
      {failed.length > mostShown &&
        t('item.moreReferrers', { count: format.number(failed.length - mostShown) })}
    </Alert>
  )
}
