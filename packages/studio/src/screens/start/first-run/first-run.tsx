import { Alert, Anchor, Button, Text } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { IconBook2, IconFileText, IconNews, IconPackage } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { admin } from '../../../api/admin.ts'
import { useSession } from '../../../api/session.tsx'
import { showNotice } from '../../../components/notice.tsx'
import { errorText } from '../../../i18n/problems.ts'
import { useText } from '../../../i18n/text.tsx'
import classes from './first-run.module.css'
import { templateNames, type TemplateName } from './templates/template.ts'

const icons: Record<TemplateName, Icon> = {
  blog: IconFileText,
  magazine: IconNews,
  catalogue: IconPackage,
  documentation: IconBook2,
}

/** Ways to begin in a space without models, for those who may create them. */
export function FirstRun() {
  const t = useText()
  const { root } = useSession()
  const client = useQueryClient()
  const begin = useMutation({
    mutationFn: (name: TemplateName | 'demo') => (name === 'demo' ? loadDemo() : apply(name)),
    onSuccess: async (_, name) => {
      await client.invalidateQueries()
      showNotice({ text: t(name === 'demo' ? 'first.demoDone' : 'first.templateDone') })
    },
  })

  const loadDemo = (): Promise<unknown> => admin.call('loadDemo', { params: { root } })

  async function apply(name: TemplateName): Promise<unknown> {
    const { templates } = await import('./templates/templates.ts')
    const params = { root }
    const { version, schema } = await admin.call('readSchema', { params })
    const body = { schema: { ...schema, ...templates[name] }, isPrune: false, isConfirmed: false }
    return admin.call('applySchema', { params, body: { ...body, expectedVersion: version } })
  }

  const isBusy = (name: string): boolean => begin.isPending && begin.variables === name
  return (
    <div className={classes.page}>
      <section aria-labelledby="first-templates">
        <h2 id="first-templates" className={classes.heading}>
          {t('first.templates')}
        </h2>
        <p className={classes.hint}>{t('first.templatesHint')}</p>
        {begin.error && (
          <Alert color="red" role="alert" mb="md">
            {errorText(begin.error, t)}
          </Alert>
        )}
        <ul className={classes.cards}>
          {templateNames.map((name) => {
            const Sign = icons[name]
            return (
              <li key={name} className={classes.card}>
                <Sign size={22} stroke={1.5} aria-hidden />
                <h3 className={classes.name}>{t(`first.${name}`)}</h3>
                <p className={classes.about}>{t(`first.${name}.about`)}</p>
                <Button
                  variant="default"
                  loading={isBusy(name)}
                  disabled={begin.isPending}
                  aria-label={t('first.useNamed', { name: t(`first.${name}`) })}
                  onClick={() => begin.mutate(name)}
                >
                  {t('first.use')}
                </Button>
              </li>
            )
          })}
        </ul>
      </section>
      <section aria-labelledby="first-demo" className={classes.demo}>
        <div>
          <h2 id="first-demo" className={classes.heading}>
            {t('first.demo')}
          </h2>
          <p className={classes.hint}>{t('first.demoHint')}</p>
        </div>
        <Button
          variant="default"
          loading={isBusy('demo')}
          disabled={begin.isPending}
          onClick={() => begin.mutate('demo')}
        >
          {t('first.loadDemo')}
        </Button>
      </section>
      <Text size="sm">
        <Anchor component={Link} to={`/${root}/models`} size="sm">
          {t('first.own')}
        </Anchor>
      </Text>
    </div>
  )
}
