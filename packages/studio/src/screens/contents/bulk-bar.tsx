import { Alert, Button, CloseButton, Group, Text } from '@mantine/core'
import type { BulkChange, BulkResult } from '@octavo/schema/admin/bulk.ts'
import type { ContentRow, ContentState } from '@octavo/schema/admin/contents.ts'
import type { Model } from '@octavo/schema/definitions.ts'
import type { Problem } from '@octavo/schema/errors.ts'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { showNotice } from '../../components/notice.tsx'
import { isLeaving, isRestorable, useLeaving } from '../../components/use-leaving.tsx'
import { useFormat } from '../../i18n/format.ts'
import { errorText } from '../../i18n/problems.ts'
import { useText } from '../../i18n/text.tsx'
import { InDialog, later } from '../../layout/later.tsx'
import { BulkFailures } from './bulk-failures.tsx'
import classes from './contents.module.css'
import { useBulk, useBulkEdit } from './use-bulk.ts'

/** Brings the editors of all fields with it: only when they are asked for. */
const BulkEdit = later(async () => (await import('./bulk-edit/bulk-edit.tsx')).BulkEdit, InDialog)

interface BulkBarProps {
  chosen: ReadonlySet<number>
  onChoose: (chosen: ReadonlySet<number>) => void
  total: number
  query: Record<string, string | undefined>
  state: ContentState
  rows: readonly ContentRow[]
  /** Of the list; undefined where it shows all. */
  model: Model | undefined
  language: string
}

const actions: Record<ContentState, BulkChange['action'][]> = {
  active: ['publish', 'unpublish', 'archive', 'delete'],
  archived: ['restore', 'delete'],
  trash: ['restore'],
}

/** What the public sees of many items at once, and what no single step takes back. */
const askedFor = ['publish', 'unpublish'] as const
type AskedAction = (typeof askedFor)[number]
const isAskedFor = (action: BulkChange['action']): action is AskedAction =>
  askedFor.some((one) => one === action)

/** Stands in the place of the toolbar, so that nothing moves, and stays in sight. */
export function BulkBar(props: BulkBarProps) {
  const { chosen, onChoose, total, query, state, rows, model, language } = props
  const t = useText()
  const format = useFormat()
  const { root } = useSession()
  const [failed, setFailed] = useState<BulkResult['results']>([])
  const bulk = useBulk((action, results) => {
    const done = results.filter(({ isDone }) => isDone).map(({ id }) => id)
    const bad = results.filter(({ isDone }) => !isDone)
    setFailed(bad)
    onChoose(new Set(bad.map(({ id }) => id)))
    if (done.length > 0) {
      showNotice({
        text: t(`bulk.done.${action}`, { count: format.number(done.length) }),
        undo: isRestorable(action)
          ? () => bulk.mutate({ action: 'restore', ids: done })
          : undefined,
      })
    }
  })
  const { leave, question, ...looking } = useLeaving('item')
  const run = (action: BulkChange['action']): void => {
    setAsked(null)
    bulk.mutate({ action, ids: [...chosen] })
  }
  const begin = (action: BulkChange['action']): void => {
    const go = (): void => run(action)
    const ask = isAskedFor(action) ? () => setAsked(action) : go
    if (isLeaving(action)) leave({ action, ids: [...chosen], go, goUnused: ask })
    else ask()
  }
  const [asked, setAsked] = useState<AskedAction | null>(null)
  const [isEditing, setIsEditing] = useState(false)
  const [shared, setShared] = useState<readonly Problem[]>([])
  const edit = useBulkEdit((results, { isUndo }) => {
    const bad = results.filter(({ isDone }) => !isDone)
    const common = isUndo ? [] : sharedProblems(results)
    setShared(common)
    if (common.length > 0) return
    setIsEditing(false)
    setFailed(bad)
    const undo = results.flatMap((result) => result.undo ?? [])
    const count = format.number(results.length - bad.length)
    if (bad.length < results.length) {
      showNotice({
        text: t(isUndo ? 'bulk.done.undo' : 'bulk.done.edit', { count }),
        undo:
          isUndo || undo.length === 0
            ? undefined
            : () => edit.mutate({ edits: undo, isUndo: true }),
      })
    }
  })
  const all = useMutation({
    mutationFn: () =>
      admin.call('listContentIds', { params: { root }, query: { ...query, columns: undefined } }),
    onSuccess: ({ ids }) => onChoose(new Set(ids)),
  })
  const error = bulk.error ?? looking.error ?? edit.error ?? all.error
  return (
    <>
      <div className={classes.bulk} role="toolbar" aria-label={t('bulk.actions')}>
        <CloseButton
          aria-label={t('bulk.clear')}
          title={t('bulk.clear')}
          onClick={() => onChoose(new Set())}
        />
        <Text fw={600} size="sm">
          {t('bulk.chosen', { count: format.number(chosen.size) })}
        </Text>
        {chosen.size < total && (
          <Button
            variant="subtle"
            size="compact-sm"
            loading={all.isPending}
            onClick={() => all.mutate()}
          >
            {t('bulk.all', { count: format.number(total) })}
          </Button>
        )}
        {bulk.isPending && (
          <Text size="sm">{format.number(Math.round(bulk.progress * 100))} %</Text>
        )}
        <div className={classes.bulkActions}>
          {state === 'active' && (
            <Button
              variant="default"
              size="xs"
              disabled={!model || bulk.isPending}
              title={model ? undefined : t('bulk.editOneModel')}
              onClick={() => {
                setShared([])
                setIsEditing(true)
              }}
            >
              {t('bulk.edit')}
            </Button>
          )}
          {actions[state].map((action) => (
            <Button
              key={action}
              variant="default"
              size="xs"
              loading={bulk.isPending && bulk.variables.action === action}
              disabled={bulk.isPending || looking.isLooking}
              {...(action === 'delete' && { c: 'var(--mantine-color-error)' })}
              onClick={() => begin(action)}
            >
              {t(`bulk.${action}`)}
            </Button>
          ))}
        </div>
      </div>
      {error && (
        <Alert color="red" role="alert" mx="lg" mb="sm">
          {errorText(error, t)}
        </Alert>
      )}
      {question}
      {asked && (
        <Dialog
          onClose={() => setAsked(null)}
          title={t(`bulk.ask.${asked}`, { count: format.number(chosen.size) })}
        >
          <Text mb="md">{t('bulk.askHint')}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setAsked(null)}>
              {t('action.cancel')}
            </Button>
            <Button onClick={() => run(asked)}>{t(`bulk.${asked}`)}</Button>
          </Group>
        </Dialog>
      )}
      <BulkFailures failed={failed} rows={rows} model={model} />
      {isEditing && model && (
        <Suspense>
          <BulkEdit
            model={model}
            count={chosen.size}
            language={language}
            isBusy={edit.isPending}
            problems={shared}
            onClose={() => setIsEditing(false)}
            onSave={(key, fields) => {
              const one = { language: key, fields, expected: null }
              edit.mutate({ edits: [...chosen].map((id) => ({ id, ...one })), isUndo: false })
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** What every item was refused for alike: then it is the values that are wrong. */
function sharedProblems(results: BulkResult['results']): readonly Problem[] {
  const [first] = results
  const text = JSON.stringify(first?.problems)
  const isShared = results.every(
    ({ isDone, problems }) => !isDone && JSON.stringify(problems) === text,
  )
  return isShared && first ? first.problems.filter(({ path }) => path.includes('.fields.')) : []
}
