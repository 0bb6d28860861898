import { CloseButton } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import type { StartPage } from '@octavo/schema/admin/start.ts'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useSession } from '../../../api/session.tsx'
import { useText } from '../../../i18n/text.tsx'
import type { TextKey } from '../../../i18n/en/en.ts'
import classes from './first-run.module.css'

interface Step {
  text: TextKey
  isDone: boolean
  link: Pick<LinkProps, 'to' | 'search'> & { page?: string }
}

/** The steps until a site reads content. Each is detected; the list can be hidden on this device. */
export function Checklist({ setup }: { setup: StartPage['setup'] }) {
  const t = useText()
  const { root, user, schema } = useSession()
  const [isHidden, setHidden] = useLocalStorage({
    key: `octavo-setup-hidden:${user.id}:${root}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  if (!setup || isHidden) return null
  const steps: Step[] = [
    {
      text: 'setup.model',
      isDone: schema.root.models.length > 0,
      link: { to: '/$root/models' },
    },
    { text: 'setup.item', isDone: setup.hasItem, link: { to: '/$root/contents', search: {} } },
    {
      text: 'setup.publish',
      isDone: setup.hasPublished,
      link: { to: '/$root/contents', search: {} },
    },
    {
      text: 'setup.key',
      isDone: setup.hasKey,
      link: { to: '/$root/settings/$page', page: 'keys' },
    },
    { text: 'setup.read', isDone: false, link: { to: '/$root/explorer', search: {} } },
  ]
  return (
    <section className={classes.checklist} aria-labelledby="setup">
      <div className={classes.checklistHead}>
        <h2 id="setup" className={classes.heading}>
          {t('setup.title')}
        </h2>
        <CloseButton aria-label={t('setup.hide')} onClick={() => setHidden(true)} />
      </div>
      <ol className={classes.steps}>
        {steps.map(({ text, isDone, link: { page = '', ...link } }) => (
          <li key={text} className={classes.step} data-done={isDone}>
            {isDone ? (
              <IconCircleCheck size={18} aria-hidden />
            ) : (
              <IconCircle size={18} aria-hidden />
            )}
            {isDone ? (
              <span>
                {t(text)}
                <span className="visually-hidden"> ({t('setup.done')})</span>
              </span>
            ) : (
              <Link {...link} params={{ root, page }}>
                {t(text)}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
