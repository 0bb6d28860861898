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
import { isHiding, isRestorable, useReferenceCheck } from '../../components/use-reference-check.tsx'
import { useFormat } from '../../i18n/format.ts'
import { errorText } from '../../i18n/problems.ts'
import { useText } from '../../i18n/text.tsx'
import { InDialog, lazyPart } from '../../layout/lazy-part.tsx'
import { BulkFailures } from './bulk-failures.tsx'
import classes from './contents.module.css'
import { useBulk, useBulkEdit } from './use-bulk.ts'

/** Lazy, because it includes the editors of all fields. */
const BulkEdit = lazyPart(
  async () => (await import('./bulk-edit/bulk-edit.tsx')).BulkEdit,
  InDialog,
)

interface BulkBarProps {
  chosen: ReadonlySet<number>
  onChoose: (chosen: ReadonlySet<number>) => void
  total: number
  query: Record<string, string | undefined>
  state: ContentState
  rows: readonly ContentRow[]
  /** The model of the list; undefined if it shows all. */
  model: Model | undefined
  language: string
}

const actions: Record<ContentState, BulkChange['action'][]> = {
  active: ['publish', 'unpublish', 'archive', 'delete'],
  archived: ['restore', 'delete'],
  trash: ['restore'],
}

/** Actions that need a confirmation: they change public content and cannot be undone in one step. */
const confirmedActions = ['publish', 'unpublish'] as const
type ConfirmedAction = (typeof confirmedActions)[number]
const needsConfirmation = (action: BulkChange['action']): action is ConfirmedAction =>
  confirmedActions.some((one) => one === action)

/** Replaces the toolbar, so that the layout does not shift, and stays visible while scrolling. */
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
  const { check, dialog, ...checking } = useReferenceCheck('item')
  const run = (action: BulkChange['action']): void => {
    setPending(null)
    bulk.mutate({ action, ids: [...chosen] })
  }
  const begin = (action: BulkChange['action']): void => {
    const go = (): void => run(action)
    const confirm = needsConfirmation(action) ? () => setPending(action) : go
    if (isHiding(action)) check({ action, ids: [...chosen], go, goUnused: confirm })
    else confirm()
  }
  const [pending, setPending] = useState<ConfirmedAction | null>(null)
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
  const error = bulk.error ?? checking.error ?? edit.error ?? all.error
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
              disabled={bulk.isPending || checking.isChecking}
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
      {dialog}
      {pending && (
        <Dialog
          onClose={() => setPending(null)}
          title={t(`bulk.ask.${pending}`, { count: format.number(chosen.size) })}
        >
          <Text mb="md">{t('bulk.askHint')}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setPending(null)}>
              {t('action.cancel')}
            </Button>
            <Button onClick={() => run(pending)}>{t(`bulk.${pending}`)}</Button>
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

/** Problems that all items have in common, which means that the values are invalid. */
function sharedProblems(results: BulkResult['results']): readonly Problem[] {
  const [first] = results
  const text = JSON.stringify(first?.problems)
  const isShared = results.every(
    ({ isDone, problems }) => !isDone && JSON.stringify(problems) === text,
  )
  return isShared && first ? first.problems.filter(({ path }) => path.includes('.fields.')) : []
}
