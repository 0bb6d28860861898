import { Alert, Anchor, List } from '@mantine/core'
import type { Model } from '@octavo/schema/definitions.ts'
import { useSession } from '../../api/session.tsx'
import { elementId } from '../../fields/editing.ts'
import { useFormat } from '../../i18n/format.ts'
import { problemText } from '../../i18n/problems.ts'
import { useText } from '../../i18n/text.tsx'
import type { DraftStore } from './draft/draft-store.ts'
import { focusProblem } from './focus-problem.ts'
import { useDraft } from './use-draft.ts'

interface ProblemSummaryProps {
  store: DraftStore
  model: Model
  onLanguage: (language: string) => void
}

/** Everything that is wrong, as links to where it is. It stays until it is right. */
export function ProblemSummary({ store, model, onLanguage }: ProblemSummaryProps) {
  const t = useText()
  const format = useFormat()
  const { schema } = useSession()
  const problems = useDraft(store, (state) => state.problems)
  const isRefused = useDraft(store, ({ saveState }) => saveState === 'refused')
  if (problems.length === 0) return null
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      title={t(isRefused ? 'item.refused' : 'item.wrong', { count: problems.length })}
    >
      <List size="sm">
        {problems.map(({ path, message }) => {
          const [, language = '', rest = ''] = /^languages\.([^.]+)\.fields\.(.+)$/.exec(path) ?? []
          const luid = rest.split(/[.[]/, 1)[0] ?? ''
          const name = model.fields.find((field) => field.luid === luid)?.name ?? path
          const place =
            schema.root.languages.length > 1 && language !== ''
              ? `${name} (${format.language(language)})`
              : name
          if (path === '') return <List.Item key={message}>{problemText(message, t)}</List.Item>
          return (
            <List.Item key={path + message}>
              <Anchor
                size="sm"
                c="inherit"
                href={`#${elementId(path)}`}
                onClick={(event) => {
                  event.preventDefault()
                  if (language !== '') onLanguage(language)
                  focusProblem(path)
                }}
              >
                {place}
              </Anchor>
              : {problemText(message, t)}
            </List.Item>
          )
        })}
      </List>
    </Alert>
  )
}
