import { Anchor, Center } from '@mantine/core'
import type { TranslationState } from '@octavo/schema/choices.ts'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useSession } from '../../api/session.tsx'
import { SpaceChoice } from '../../components/list-choices.tsx'
import { iconOf } from '../../components/model-icon.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import { ErrorView } from '../../layout/error-view.tsx'
import { Message } from '../../layout/message.tsx'
import { PageHeader } from '../../layout/page-header.tsx'
import classes from './translations.module.css'
import { useTranslationCounts } from './use-translation-counts.ts'
import { Loading } from '../../components/loading.tsx'

/** The progress of translations: models as rows, languages as columns. */
export function Translations() {
  const t = useText()
  const format = useFormat()
  const { root, schema, can } = useSession()
  const { space } = useSearch({ from: '/$root/translations' })
  const navigate = useNavigate({ from: '/$root/translations' })
  const { data, error, refetch } = useTranslationCounts(space)
  const others = schema.root.languages.filter(({ id }) => id !== schema.mainLanguage.id)
  if (error && !data) return <ErrorView error={error} reset={() => void refetch()} />
  return (
    <>
      <PageHeader title={t('nav.translations')}>
        <SpaceChoice
          value={space}
          onChange={(next) => void navigate({ search: next === undefined ? {} : { space: next } })}
        />
      </PageHeader>
      {others.length === 0 && (
        <Message
          title={t('translations.oneLanguage')}
          action={
            can('admin') && (
              <Anchor
                renderRoot={(props) => (
                  <Link
                    to="/$root/settings/$page"
                    params={{ root, page: 'languages' }}
                    search={{}}
                    {...props}
                  />
                )}
              >
                {t('settings.addLanguage')}
              </Anchor>
            )
          }
        >
          {t('translations.oneLanguageHint')}
        </Message>
      )}
      {others.length > 0 && !data && (
        <Center h="40vh">
          <Loading size="sm" />
        </Center>
      )}
      {others.length > 0 && data && (
        <div className={classes.content}>
          <p className={classes.hint}>
            {t('translations.hint', { source: format.language(schema.mainLanguage.key) })}
          </p>
          <div className={classes.tableBox}>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">{t('list.model')}</th>
                  <th scope="col" className={classes.total}>
                    {t('translations.items')}
                  </th>
                  {others.map(({ key }) => (
                    <th key={key} scope="col">
                      {format.language(key)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.models.map(({ model, total, languages }) => (
                  <tr key={model}>
                    <th scope="row">
                      <ModelName luid={model} />
                    </th>
                    <td className={classes.total}>{format.decimal(total)}</td>
                    {languages.map((one) => (
                      <td key={one.language}>
                        <Progress model={model} space={space} total={total} {...one} />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </div>
      )}
    </>
  )
}

function ModelName({ luid }: { luid: string }) {
  const { schema } = useSession()
  const model = schema.modelByLuid.get(luid)
  const ModelIcon = iconOf(model?.icon)
  return (
    <span className={classes.model}>
      <ModelIcon size={16} stroke={1.6} aria-hidden />
      {model?.name ?? luid}
    </span>
  )
}

interface ProgressProps {
  model: string
  space: string | undefined
  language: string
  total: number
  missing: number
  outdated: number
}

function Progress({ model, space, language, total, missing, outdated }: ProgressProps) {
  const t = useText()
  const { root } = useSession()
  if (total === 0) return <span className={classes.quiet}>{t('translations.none')}</span>
  const done = total - missing - outdated
  const counts = { missing, outdated }
  const link = (state: TranslationState) =>
    counts[state] > 0 && (
      <Link
        key={state}
        to="/$root/contents"
        params={{ root }}
        search={{
          model,
          lang: language,
          translation: state,
          ...(space !== undefined && { space }),
        }}
      >
        {t(`translations.${state}`, { count: counts[state] })}
      </Link>
    )
  return (
    <div className={classes.progress}>
      <meter
        className={classes.bar}
        min={0}
        max={total}
        value={done}
        aria-label={t('translations.done', { done, total })}
        title={t('translations.done', { done, total })}
      />
      {done === total ? (
        <span>{t('translations.complete')}</span>
      ) : (
        <span className={classes.links}>
          {link('missing')}
          {link('outdated')}
        </span>
      )}
    </div>
  )
}
