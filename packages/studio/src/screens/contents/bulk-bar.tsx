import { Button, Group, Text } from '@mantine/core'
import type { BulkChange } from '@octavo/schema/admin/bulk.ts'
import type { ContentRow, ContentState } from '@octavo/schema/admin/contents.ts'
import type { Model } from '@octavo/schema/definitions.ts'
import type { Problem } from '@octavo/schema/errors.ts'
import type { ProblemCode } from '@octavo/schema/problems.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { showNotice } from '../../components/notice.tsx'
import { SelectionBar, type SelectionAction } from '../../components/selection-bar.tsx'
import { usePlainKey } from '../../components/use-plain-key.ts'
import { isHiding, useReferenceCheck } from '../../components/use-reference-check.tsx'
import { useUndo } from '../../components/use-undo.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import { InDialog, lazyPart } from '../../layout/lazy-part.tsx'
import { BulkFailures, type Failed } from './bulk-failures.tsx'
import { useBulk, useBulkEdit } from './use-bulk.ts'

/** Lazy, because it includes the editors of all fields. */
const BulkEdit = lazyPart(
  async () => (await import('./bulk-edit/bulk-edit.tsx')).BulkEdit,
  InDialog,
)

const AddToRelease = lazyPart(
  async () => (await import('../releases/add-to-release.tsx')).AddToRelease,
  InDialog,
)

interface BulkBarProps {
  chosen: ReadonlySet<number>
  onChoose: (chosen: ReadonlySet<number>) => void
  /** Returns to the search, which this bar replaces. */
  onSearch: () => void
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

/** Actions that need a confirmation, because they change public content. */
const confirmedActions = ['publish', 'unpublish'] as const
type ConfirmedAction = (typeof confirmedActions)[number]
const needsConfirmation = (action: BulkChange['action']): action is ConfirmedAction =>
  confirmedActions.some((one) => one === action)

/** The problem of an item that already has the state that the action leads to. */
const alreadyCodes = {
  publish: 'noDraftToPublish',
  unpublish: 'notPublished',
  archive: 'itemArchivedAlready',
} as const satisfies Partial<Record<BulkChange['action'], ProblemCode>>
const hasAlready = (action: BulkChange['action']): action is keyof typeof alreadyCodes =>
  Object.hasOwn(alreadyCodes, action)

function isAlready(action: BulkChange['action'], { problems }: Failed[number]): boolean {
  return hasAlready(action) && problems.every(({ code }) => code === alreadyCodes[action])
}

/** Actions on the selected items. */
export function BulkBar(props: BulkBarProps) {
  const { chosen, onChoose, total, query, state, rows, model, language } = props
  const t = useText()
  const format = useFormat()
  const { root, can } = useSession()
  const [failed, setFailed] = useState<Failed>([])
  const undoOf = useUndo()
  const bulk = useBulk((action, results) => {
    const done = results.filter(({ isDone }) => isDone)
    const rest = results.filter(({ isDone }) => !isDone)
    const bad = rest.filter((result) => !isAlready(action, result))
    const count = format.number(rest.length - bad.length)
    const texts = [
      ...(done.length > 0 ? [t(`bulk.done.${action}`, { count: format.number(done.length) })] : []),
      ...(bad.length < rest.length && hasAlready(action)
        ? [t(`bulk.already.${action}`, { count })]
        : []),
    ]
    setFailed(bad)
    onChoose(new Set(bad.map(({ id }) => id)))
    if (texts.length > 0) {
      const undoable = done.map(({ id, undo }) => ({ id, languages: undo }))
      showNotice({ text: texts.join(' · '), undo: undoOf(action, undoable) })
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
  usePlainKey('/', props.onSearch)
  const [pending, setPending] = useState<ConfirmedAction | null>(null)
  const [isEditing, setIsEditing] = useState(false)
  const [isGathering, setIsGathering] = useState(false)
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
  const isForbidden = (action: BulkChange['action']): boolean =>
    needsConfirmation(action) && !can('editor')
  const edits: SelectionAction = {
    name: 'edit',
    label: t('bulk.edit'),
    isDisabled: !model || bulk.isPending,
    hint: model ? undefined : t('bulk.editOneModel'),
    onClick() {
      setShared([])
      setIsEditing(true)
    },
  }
  const gather: SelectionAction = {
    name: 'release',
    label: t('release.add'),
    onClick: () => setIsGathering(true),
  }
  const buttonOf = (action: BulkChange['action']): SelectionAction => ({
    name: action,
    label: t(`bulk.${action}`),
    isBusy: bulk.isPending && bulk.variables.action === action,
    isDisabled: bulk.isPending || checking.isChecking || isForbidden(action),
    hint: isForbidden(action) ? t('item.draftsOnly') : undefined,
    onClick: () => begin(action),
  })
  return (
    <>
      <SelectionBar
        label={t('bulk.actions')}
        count={chosen.size}
        onClear={() => onChoose(new Set())}
        actions={[...(state === 'active' ? [edits, gather] : []), ...actions[state].map(buttonOf)]}
        error={bulk.error ?? checking.error ?? edit.error ?? all.error}
      >
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
      </SelectionBar>
      {dialog}
      {pending && (
        <Dialog
          onClose={() => setPending(null)}
          title={t(`bulk.ask.${pending}`, { count: format.number(chosen.size) })}
        >
          <Text mb="md">{t('bulk.askHint')}</Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => setPending(null)}>
              {t('action.cancel')}
            </Button>
            <Button onClick={() => run(pending)}>{t(`bulk.${pending}`)}</Button>
          </Group>
        </Dialog>
      )}
      <BulkFailures failed={failed} rows={rows} model={model} />
      {isGathering && <AddToRelease ids={[...chosen]} onClose={() => setIsGathering(false)} />}
      {isEditing && model && (
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
      )}
    </>
  )
}

/** Problems that all items have in common, which means that the values are invalid. */
function sharedProblems(results: Failed): readonly Problem[] {
  const [first] = results
  const text = JSON.stringify(first?.problems)
  const isShared = results.every(
    ({ isDone, problems }) => !isDone && JSON.stringify(problems) === text,
  )
  return isShared && first ? first.problems.filter(({ path }) => path.includes('.fields.')) : []
}
