import { Alert, Button, Group, List, Stack, Text } from '@mantine/core'
import type { SchemaDocument, SchemaInput } from '@octavo/schema/admin/schema.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { admin, AdminFailure } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Losses } from '../../components/losses.tsx'
import { showNotice } from '../../components/notice.tsx'
import { errorText, problemText } from '../../i18n/problems.ts'
import { useText } from '../../i18n/text.tsx'
import classes from './models.module.css'
import type { Place, Work } from './work.ts'
import { Loading } from '../../components/loading.tsx'

interface ReviewProps {
  proposed: SchemaInput
  version: number
  work: Work
  onOpen: (place: Place) => void
  onClose: () => void
  onApplied: (document: SchemaDocument) => void
}

/** Shows the changes, the content that would be deleted, and the problems before the changes are applied. */
export function Review({ proposed, version, work, onOpen, onClose, onApplied }: ReviewProps) {
  const t = useText()
  const client = useQueryClient()
  const { root } = useSession()
  const [isConfirmed, setIsConfirmed] = useState(false)
  const preview = useQuery({
    queryKey: ['schema-preview', root, proposed],
    queryFn: ({ signal }) =>
      admin.call('previewSchema', {
        params: { root },
        body: { schema: proposed, isPrune: true },
        signal,
      }),
    gcTime: 0,
  })
  const apply = useMutation({
    mutationFn: () =>
      admin.call('applySchema', {
        params: { root },
        body: { schema: proposed, isPrune: true, expectedVersion: version, isConfirmed },
      }),
    onSuccess: async () => {
      onApplied(await admin.call('readSchema', { params: { root } }))
      await client.invalidateQueries()
      showNotice({ text: t('models.applied') })
      onClose()
    },
  })
  const plan = preview.data
  const failure = apply.error ?? preview.error
  const problems = plan?.problems ?? []
  return (
    <Dialog onClose={onClose} size="lg" title={t('models.review')}>
      <Stack gap="md">
        {preview.isPending && <Loading size="sm" />}
        {failure && (
          <Alert color="red" role="alert">
            {failure instanceof AdminFailure && failure.status === 412
              ? t('models.changedMeanwhile')
              : errorText(failure, t)}
          </Alert>
        )}
        {problems.length > 0 && (
          <Alert color="red" role="alert" title={t('models.impossible')}>
            <List size="sm">
              {problems.map((problem) => {
                const { path, message } = problem
                const place = placeOf(path, work)
                return (
                  <List.Item key={path + message}>
                    {place ? (
                      <Button
                        variant="transparent"
                        size="compact-sm"
                        p={0}
                        onClick={() => {
                          onOpen(place)
                          onClose()
                        }}
                      >
                        {namesOf(path, place, work).join(' › ')}
                      </Button>
                    ) : (
                      path
                    )}
                    : {problemText(problem, t)}
                  </List.Item>
                )
              })}
            </List>
          </Alert>
        )}
        {plan && problems.length === 0 && (
          <>
            <Text size="sm">{plan.isChanged ? t('models.willChange') : t('models.noChange')}</Text>
            {plan.planned.length > 0 && (
              <ul className={classes.lines}>
                {plan.planned.map((step) => (
                  <li key={step.message}>{t.message(step)}</li>
                ))}
              </ul>
            )}
          </>
        )}
        {plan?.planned.some(({ code }) => code === 'planRename') && (
          <Alert color="yellow" title={t('models.renamed')}>
            {t('models.renamedHint')}
          </Alert>
        )}
        {plan && plan.lost.length > 0 && (
          <Losses lost={plan.lost} isConfirmed={isConfirmed} onConfirm={setIsConfirmed} />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('models.keepEditing')}
          </Button>
          <Button
            loading={apply.isPending}
            disabled={
              !plan?.isChanged || problems.length > 0 || (plan.lost.length > 0 && !isConfirmed)
            }
            onClick={() => apply.mutate()}
          >
            {t('models.apply')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

/** Example: `models[1].fields[0].luid` is in the second model. */
function placeOf(path: string, work: Work): Place | undefined {
  const [, kind, index] = /^(models|fieldSets)\[(\d+)\]/.exec(path) ?? []
  if (kind !== 'models' && kind !== 'fieldSets') return undefined
  const type = work[kind][Number(index)]
  return type && { kind, key: type.key }
}

/** The names of the type, the field, and the inner field. */
function namesOf(path: string, { kind, key }: Place, work: Work): string[] {
  const type = work[kind].find((one) => one.key === key)
  const names = [type?.name ?? '']
  let fields = type?.fields
  for (const [, index] of path.matchAll(/\.fields\[(\d+)\]/g)) {
    const field = fields?.[Number(index)]
    if (field) names.push(field.name || field.luid)
    fields = field?.fields
  }
  return names
}
