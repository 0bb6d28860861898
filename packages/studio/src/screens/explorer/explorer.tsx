import { Alert, Badge, Button, Group, Loader, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { CodeBlock, prettyJson } from '../../components/code-block.tsx'
import { errorText, problemText } from '../../i18n/problems.ts'
import { useText } from '../../i18n/text.tsx'
import { PageHeader } from '../../layout/page-header.tsx'
import classes from './explorer.module.css'
import { clientCode, fetchCode, pathOf, startQuestion } from './question.ts'
import { QuestionForm } from './question-form.tsx'

/** A question to the API built by clicking, its answer, and the same question as code. */
export function Explorer() {
  const t = useText()
  const { root, addresses } = useSession()
  const [question, setQuestion] = useState(startQuestion)
  const path = pathOf(question)
  const ask = useMutation({
    mutationFn: () =>
      admin.call('explore', { params: { root }, body: { view: question.view, path } }),
  })
  const answer = ask.data
  const cache =
    answer && Object.entries(answer.headers).find(([name]) => name.toLowerCase() === 'x-cache')?.[1]
  return (
    <div>
      <PageHeader title={t('nav.api')} />
      <div className={classes.page}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            ask.mutate()
          }}
        >
          <Stack>
            <QuestionForm question={question} onChange={setQuestion} />
            <code className={classes.path}>GET /v1{path}</code>
            <Button type="submit" loading={ask.isPending}>
              {t('explorer.run')}
            </Button>
          </Stack>
        </form>
        <Stack>
          {ask.error && (
            <Alert color="red" role="alert">
              {errorText(ask.error, t)}
            </Alert>
          )}
          {ask.isPending && <Loader size="sm" aria-label={t('common.loading')} />}
          {answer && (
            <>
              <Group gap="xs" role="status">
                <Badge variant="light" color="gray" c="inherit">
                  {answer.status}
                </Badge>
                <span className={classes.fact}>
                  {t('explorer.time', { ms: answer.milliseconds.toFixed(1) })}
                </span>
                {cache !== undefined && (
                  <span className={classes.fact}>{t('explorer.cache', { state: cache })}</span>
                )}
              </Group>
              {answer.problems.length > 0 && (
                <Alert color="red" role="alert">
                  {answer.problems.map((problem) => (
                    <div key={problem.path + problem.message}>
                      {problem.path !== '' && <code>{problem.path}</code>} {problemText(problem, t)}
                    </div>
                  ))}
                </Alert>
              )}
              <CodeBlock label={t('explorer.answer')} code={prettyJson(answer.body)} />
              <CodeBlock label="curl" code={answer.curl} />
            </>
          )}
          <CodeBlock label="fetch" code={fetchCode(addresses.api, path)} />
          <CodeBlock label={t('explorer.client')} code={clientCode(question)} />
        </Stack>
      </div>
    </div>
  )
}
