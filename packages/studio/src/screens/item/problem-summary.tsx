import { Alert, Anchor, List } from '@mantine/core'
import type { Model } from '@octavo/schema/definitions.ts'
import type { Problem } from '@octavo/schema/errors.ts'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../api/session.tsx'
import { useProblemPlace } from '../../components/problem-place.ts'
import { elementId } from '../../fields/editing.ts'
import { problemText } from '../../i18n/problems.ts'
import { useText } from '../../i18n/text.tsx'
import type { DraftStore } from './draft/draft-store.ts'
import { focusProblem } from './focus-problem.ts'
import { useDraft } from './use-draft.ts'

interface ProblemSummaryProps {
  store: DraftStore
  model: Model
  /** Shows the language and the group of a place. */
  onPlace: (path: string, language: string) => void
}

/** Opens the item that already has a value that must be unique. */
function HolderLink({ problem: { code, values } }: { problem: Problem }) {
  const t = useText()
  const { root } = useSession()
  const id = code === 'taken' ? values?.['id'] : undefined
  if (id === undefined) return null
  return (
    <Anchor component={Link} to={`/${root}/contents/${id}`} size="sm" target="_blank">
      {t('item.openOther', { id })}
    </Anchor>
  )
}

/** All problems, as links to their places. Stays until they are fixed. */
export function ProblemSummary({ store, model, onPlace }: ProblemSummaryProps) {
  const t = useText()
  const placeOf = useProblemPlace()
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
        {problems.map((problem) => {
          const { path, message } = problem
          if (path === '') return <List.Item key={message}>{problemText(problem, t)}</List.Item>
          const { language, text: place } = placeOf(path, model)
          return (
            <List.Item key={path + message}>
              <Anchor
                size="sm"
                c="inherit"
                href={`#${elementId(path)}`}
                onClick={(event) => {
                  event.preventDefault()
                  onPlace(path, language)
                  focusProblem(path)
                }}
              >
                {place}
              </Anchor>
              : {problemText(problem, t)} <HolderLink problem={problem} />
            </List.Item>
          )
        })}
      </List>
    </Alert>
  )
}
