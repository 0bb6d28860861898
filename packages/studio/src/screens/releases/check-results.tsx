import { Alert } from '@mantine/core'
import type { ReleaseCheck } from '@octavo/schema/admin/releases.ts'
import type { ReactNode } from 'react'
import { useSession } from '../../api/session.tsx'
import { ItemLink } from '../../components/item-link.tsx'
import list from '../../components/plain-list.module.css'
import { useProblemPlace } from '../../components/problem-place.ts'
import { ReleaseProblems } from '../../components/release-problems.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import classes from './releases.module.css'

/** What publishing the release would meet: problems, conflicts and references to hidden items. */
export function CheckResults({ check }: { check: ReleaseCheck }) {
  const t = useText()
  const format = useFormat()
  const { schema } = useSession()
  const placeOf = useProblemPlace()
  const placeIn = (model: string, language: string | null, path: string): string =>
    language === null
      ? path
      : placeOf(`languages.${language}.fields.${path}`, schema.modelByLuid.get(model)).text
  const { problems, conflicts, references } = check
  const isGood = problems.length === 0 && conflicts.length === 0 && references.length === 0
  if (isGood) return <p className={classes.note}>{t('release.checkGood')}</p>
  return (
    <>
      {problems.length > 0 && (
        <Alert color="red" title={t('release.checkFailed')}>
          <ReleaseProblems problems={problems} />
        </Alert>
      )}
      {conflicts.length > 0 && (
        <Alert color="yellow" title={t('release.conflicts')}>
          {t('release.conflictsHint')}
          <Rows>
            {conflicts.map(({ item, language, at }) => (
              <li key={`${item.id} ${language}`}>
                <ItemLink item={item} />
                {language !== null && ` (${format.language(language)})`}
                {` · ${t('release.conflictAt', { time: format.dateTime(at) })}`}
              </li>
            ))}
          </Rows>
        </Alert>
      )}
      {references.length > 0 && (
        <Alert color="yellow" title={t('release.references')}>
          {t('release.referencesHint')}
          <Rows>
            {references.map(({ item, language, path, target, targetId }) => (
              <li key={`${item.id} ${language} ${path} ${targetId}`}>
                <ItemLink item={item} />
                {` · ${placeIn(item.model, language, path)} → `}
                {target ? <ItemLink item={target} /> : t('release.noTarget', { id: targetId })}
              </li>
            ))}
          </Rows>
        </Alert>
      )}
    </>
  )
}

function Rows({ children }: { children: ReactNode }) {
  return <ul className={list.list}>{children}</ul>
}
