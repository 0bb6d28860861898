import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { CodeBlock, prettyJson } from '../../components/code-block.tsx'
import { errorText } from '../../i18n/problems.ts'
import { useText } from '../../i18n/text.tsx'
import classes from './models.module.css'
import { Loading } from '../../components/loading.tsx'

interface ApiExampleProps {
  /** LUID of the saved model; null if it has not been saved. */
  model: string | null
  /** Version of the saved models. */
  version: number
  /** Whether there are changes that the API does not return yet. */
  isChanged: boolean
}

/** The response of the API for the latest item of a model. */
export function ApiExample({ model, version, isChanged }: ApiExampleProps) {
  const t = useText()
  const { root } = useSession()
  return (
    <aside className={classes.example} aria-label={t('models.example')}>
      {model === null ? (
        <Text size="sm" c="dimmed">
          {t('models.exampleUnsaved')}
        </Text>
      ) : (
        <>
          <Response model={model} version={version} />
          <Text size="sm" c="dimmed" mt="xs">
            {isChanged && `${t('models.exampleSaved')} `}
            <Anchor
              inherit
              renderRoot={(props) => (
                <Link to="/$root/explorer" params={{ root }} search={{ model }} {...props} />
              )}
            >
              {t('models.exampleExplore')}
            </Anchor>
          </Text>
        </>
      )}
    </aside>
  )
}

function Response({ model, version }: { model: string; version: number }) {
  const t = useText()
  const { root } = useSession()
  const path = `/contents?model=${model}&limit=1`
  const { data, error } = useQuery({
    queryKey: ['contents', root, 'example', model, version],
    queryFn: ({ signal }) =>
      admin.call('explore', { params: { root }, body: { view: 'draft', path }, signal }),
  })
  if (error) return <Text size="sm">{errorText(error, t)}</Text>
  if (!data) return <Loading size="xs" />
  return <CodeBlock label={`GET /v1${path}`} code={prettyJson(data.body)} />
}
