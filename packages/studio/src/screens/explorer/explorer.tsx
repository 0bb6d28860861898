import { Alert, Badge, Button, Group, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { CodeBlock, prettyJson } from '../../components/code-block.tsx'
import { errorText, problemText } from '../../i18n/problems.ts'
import { useText } from '../../i18n/text.tsx'
import { PageHeader } from '../../layout/page-header.tsx'
import classes from './explorer.module.css'
import { clientCode } from './client-code.ts'
import { fetchCode, pathOf, emptyRequest, type ReadRequest } from './read-request.ts'
import { RequestForm } from './request-form.tsx'
import { Loading } from '../../components/loading.tsx'

/** A form that builds an API request, with the response and the same request as code. */
export function Explorer() {
  const t = useText()
  const { root, addresses } = useSession()
  const { model = '', release = '', id = '' } = useSearch({ from: '/$root/explorer' })
  const [request, setRequest] = useState<ReadRequest>(() => ({
    ...emptyRequest(),
    ...(release !== '' && { releases: [release], view: 'draft' }),
    ...(id !== '' && { id, isList: false }),
    model,
  }))
  const path = pathOf(request)
  const send = useMutation({
    mutationFn: (sent: ReadRequest) =>
      admin.call('explore', { params: { root }, body: { view: sent.view, path: pathOf(sent) } }),
    onSettled: () => setResponses((count) => count + 1),
  })
  const [responses, setResponses] = useState(0)
  const results = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On a narrow screen, the response is below the form.
    if (responses > 0 && isStacked()) results.current?.scrollIntoView()
  }, [responses])
  const response = send.data
  const cache =
    response &&
    Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'x-cache')?.[1]
  const hasProblems = (response?.problems.length ?? 0) > 0
  const details = Object.entries(response?.headers ?? {})
    .filter(([name]) => name.toLowerCase().startsWith('x-service-') && !hasProblems)
    .map(([name, value]) => `${name}: ${value}`)
  const next = request.cursor === '' ? null : nextCursor(response?.body)
  const readNext = (cursor: string): void => {
    const following = { ...request, cursor }
    setRequest(following)
    send.mutate(following)
  }
  return (
    <div>
      <PageHeader title={t('nav.api')} />
      <div className={classes.page}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            send.mutate(request)
          }}
        >
          <Stack>
            <RequestForm request={request} onChange={setRequest} />
            <div className={classes.send}>
              <code className={classes.path}>GET /v1{path}</code>
              <Button type="submit" loading={send.isPending}>
                {t('explorer.run')}
              </Button>
            </div>
          </Stack>
        </form>
        <Stack ref={results} className={classes.results}>
          {send.error && (
            <Alert color="red" role="alert">
              {errorText(send.error, t)}
            </Alert>
          )}
          {send.isPending && <Loading size="sm" />}
          {response && (
            <>
              <Group gap="xs" role="status">
                <Badge variant="light" color="gray" c="inherit">
                  {response.status}
                </Badge>
                <span className={classes.fact}>
                  {t('explorer.time', { ms: response.milliseconds.toFixed(1) })}
                </span>
                {cache !== undefined && (
                  <span className={classes.fact}>{t('explorer.cache', { state: cache })}</span>
                )}
              </Group>
              {hasProblems && (
                <Alert color="red" role="alert">
                  {response.problems.map((problem) => (
                    <div key={problem.path + problem.message}>
                      {problem.path !== '' && <code>{problem.path}</code>} {problemText(problem, t)}
                    </div>
                  ))}
                </Alert>
              )}
              {next !== null && (
                <Group>
                  <Button
                    variant="default"
                    size="compact-sm"
                    disabled={send.isPending}
                    onClick={() => readNext(next)}
                  >
                    {t('explorer.nextPage')}
                  </Button>
                </Group>
              )}
              {details.length > 0 && (
                <CodeBlock label={t('explorer.headers')} code={details.join('\n')} />
              )}
              <CodeBlock label={t('explorer.response')} code={prettyJson(response.body)} />
              <CodeBlock label="curl" code={response.curl} />
            </>
          )}
          <CodeBlock label="fetch" code={fetchCode(addresses.api, path)} />
          <CodeBlock label={t('explorer.client')} code={clientCode(request)} />
        </Stack>
      </div>
    </div>
  )
}

/** As in the CSS. */
const isStacked = (): boolean => matchMedia('(max-width: 62em)').matches

/** The cursor of the next page; null after the last one. */
function nextCursor(body = ''): string | null {
  try {
    const { next_cursor: next } = JSON.parse(body) as { next_cursor?: unknown }
    return typeof next === 'string' ? next : null
  } catch {
    return null
  }
}
