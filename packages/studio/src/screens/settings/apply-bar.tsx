import { Alert, Button, Group } from '@mantine/core'
import type { SchemaInput } from '@octavo/schema/admin/schema.ts'
import { useState } from 'react'
import { LeaveDialog } from '../../components/leave-dialog.tsx'
import { Losses } from '../../components/losses.tsx'
import { errorText, problemText } from '../../i18n/problems.ts'
import { useText } from '../../i18n/text.tsx'
import type { useSchemaChange } from './use-schema-change.ts'

interface ApplyBarProps {
  proposed: SchemaInput | undefined
  isChanged: boolean
  onDiscard: () => void
  change: ReturnType<typeof useSchemaChange>
}

/** Applies the change. Asks for confirmation first if it would delete content. */
export function ApplyBar({ proposed, isChanged, onDiscard, change }: ApplyBarProps) {
  const t = useText()
  const { preview, apply } = change
  const [isConfirmed, setIsConfirmed] = useState(false)
  const losses = preview.data?.lost ?? []
  const problems = preview.data?.problems ?? []
  const go = async (): Promise<void> => {
    if (!proposed) return
    const plan = await preview.mutateAsync(proposed)
    if (plan.problems.length > 0 || (plan.losses.length > 0 && !isConfirmed)) return
    await apply.mutateAsync({ schema: proposed, isConfirmed })
    preview.reset()
    setIsConfirmed(false)
  }
  const failure = preview.error ?? apply.error
  const hasChanges = (): boolean => isChanged
  return (
    <>
      <LeaveDialog
        shouldAsk={hasChanges}
        isUnsaved={hasChanges}
        ways={[{ label: t('models.discard'), isDangerous: true }]}
      >
        {t('leave.notApplied')}
      </LeaveDialog>
      {failure && (
        <Alert color="red" role="alert">
          {errorText(failure, t)}
        </Alert>
      )}
      {problems.length > 0 && (
        <Alert color="red" role="alert" title={t('models.impossible')}>
          {problems.map((problem) => `${problem.path}: ${problemText(problem, t)}`).join('. ')}
        </Alert>
      )}
      {losses.length > 0 && isChanged && (
        <Losses lost={losses} isConfirmed={isConfirmed} onConfirm={setIsConfirmed} />
      )}
      {isChanged && (
        <Group>
          <Button
            loading={preview.isPending || apply.isPending}
            onClick={() => void go().catch(() => undefined)}
          >
            {t('models.apply')}
          </Button>
          <Button variant="subtle" color="gray" c="inherit" onClick={onDiscard}>
            {t('models.discard')}
          </Button>
        </Group>
      )}
    </>
  )
}
