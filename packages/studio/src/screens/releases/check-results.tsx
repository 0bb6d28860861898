import { Alert } from '@mantine/core'
import type { ItemLabel } from '@octavo/schema/admin/contents.ts'
import type { ReleaseCheck } from '@octavo/schema/admin/releases.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '../../api/session.tsx'
import list from '../../components/plain-list.module.css'
import { useProblemPlace } from '../../components/problem-place.ts'
import { useFormat } from '../../i18n/format.ts'
import { problemText } from '../../i18n/problems.ts'
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
          <Rows>
            {problems.map((problem, at) => (
              <li key={at}>
                {problem.path !== '' && `${problem.path}: `}
                {problemText(problem, t)}
              </li>
            ))}
          </Rows>
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
                {target ? <ItemLink item={target} /> : targetId}
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

export function ItemLink({ item, title }: { item: ItemLabel; title?: string }) {
  const t = useText()
  const { root } = useSession()
  return (
    <Link
      to="/$root/contents/$id"
      params={{ root, id: String(item.id) }}
      style={{ color: 'inherit' }}
    >
      {title || item.title || t('common.untitled')}
    </Link>
  )
}
