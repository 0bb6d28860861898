import { Button, Stack, Text } from '@mantine/core'
import type { DeployInfo } from '@octavo/schema/admin/webhooks.ts'
import { useSession } from '../../api/session.tsx'
import { Mark } from '../../components/mark.tsx'
import { errorText } from '../../i18n/problems.ts'
import { useText } from '../../i18n/text.tsx'
import { markOf, useDeployTexts } from './deploy-texts.ts'
import { useStartDeploy } from './use-deploys.ts'

/** The latest build of a deploy hook, with a button for the next one. */
export function DeployDetails({ info }: { info: DeployInfo }) {
  const t = useText()
  const { can } = useSession()
  const { state, hints } = useDeployTexts()
  const start = useStartDeploy()
  return (
    <Stack gap={4} align="flex-start">
      <span role="status">
        <Mark mark={markOf(info)} text={state(info)} />
      </span>
      {hints(info).map((hint) => (
        <Text key={hint} size="xs" c="dimmed">
          {hint}
        </Text>
      ))}
      {start.error && (
        <Text role="alert" size="xs" c="var(--mantine-color-error)">
          {errorText(start.error, t)}
        </Text>
      )}
      {can('editor') && !info.isDisabled && (
        <Button
          size="compact-sm"
          mt={4}
          loading={start.isPending}
          aria-label={`${t('deploys.now')}: ${info.name}`}
          onClick={() => start.mutate(info.id)}
        >
          {t('deploys.now')}
        </Button>
      )}
    </Stack>
  )
}
