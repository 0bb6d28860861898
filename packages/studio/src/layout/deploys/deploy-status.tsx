import { Popover, Stack, Text, UnstyledButton } from '@mantine/core'
import type { DeployInfo } from '@octavo/schema/admin/webhooks.ts'
import { IconRocket } from '@tabler/icons-react'
import links from '../../components/link-list.module.css'
import mark from '../../components/mark.module.css'
import { useText } from '../../i18n/text.tsx'
import { DeployDetails } from './deploy-details.tsx'
import classes from './deploys.module.css'
import { markOf, useDeployTexts } from './deploy-texts.ts'
import { useAfterLoad } from '../use-after-load.ts'
import { useDeploys } from './use-deploys.ts'

/** The state of the site in the navigation; nothing without a deploy hook. */
export function DeployStatus() {
  const t = useText()
  const deploys = useDeploys(useAfterLoad())
  const { state } = useDeployTexts()
  const [shown] = deploys.toSorted((a, b) => rank(a) - rank(b))
  if (!shown) return null
  return (
    <Popover position="top-start" width={280} withArrow trapFocus>
      <Popover.Target>
        <UnstyledButton className={`${links.link} ${classes.button}`}>
          <IconRocket size={17} stroke={1.6} aria-hidden />
          <span className={classes.label}>
            <span className={classes.name}>
              {deploys.length > 1 ? shown.name : t('deploys.title')}
            </span>
            <span className={mark.mark} data-mark={markOf(shown)}>
              {state(shown)}
            </span>
          </span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="md">
          {deploys.map((info) => (
            <div key={info.id}>
              <Text size="sm" fw={600} mb={4}>
                {info.name}
              </Text>
              <DeployDetails info={info} />
            </div>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

/** The one that needs attention is shown, then one that is being built. */
function rank(info: DeployInfo): number {
  return ['failed', 'pending', 'stopped', 'succeeded'].indexOf(markOf(info))
}
