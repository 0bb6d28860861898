import type { Problem } from '@octavo/schema/errors.ts'
import { problemCodes, say } from '@octavo/schema/problems.ts'
import { useQuery } from '@tanstack/react-query'
import { admin } from '../api/admin.ts'
import { useSession } from '../api/session.tsx'
import { useFormat } from '../i18n/format.ts'
import { problemText } from '../i18n/problems.ts'
import { useText } from '../i18n/text.tsx'
import { ItemLink } from './item-link.tsx'
import list from './plain-list.module.css'
import { useProblemPlace } from './problem-place.ts'

/** The path of a problem begins with the item that has it. */
const inItem = /^item (\d+), (.*)$/

/** Why a release cannot be published: the item, the field and the reason. */
export function ReleaseProblems({ problems }: { problems: readonly Problem[] }) {
  const t = useText()
  const { root, schema } = useSession()
  const placeOf = useProblemPlace()
  const format = useFormat()
  const rows = problems.map((problem) => {
    const [, id = '', path = problem.path] = inItem.exec(problem.path) ?? []
    return { problem, id, path, named: problem.values?.['id'] }
  })
  const ids = rows.flatMap(({ id, named = '' }) => [id, String(named)])
  const items = [...new Set(ids)].filter((id) => /^\d+$/.test(id)).join(',')
  const { data } = useQuery({
    queryKey: ['labels', root, items],
    queryFn: ({ signal }) =>
      admin.call('readLabels', { params: { root }, query: { items }, signal }),
    enabled: items !== '',
  })
  /** Messages name items by id and languages by key. */
  const textOf = (problem: Problem): string => {
    const { values = {} } = problem
    const title = data?.items[Number(values['id'])]?.title
    const language = schema.root.languages.find(({ key }) => key === values['language'])?.key
    const named = {
      ...values,
      ...(title && { id: t('common.quoted', { text: title }) }),
      ...(language !== undefined && { language: format.language(language) }),
    }
    const code = problemCodes.find((one) => one === problem.code)
    return problemText(code === undefined ? problem : say(code, named), t)
  }
  return (
    <ul className={list.list}>
      {rows.map(({ problem, id, path }, at) => {
        const item = data?.items[Number(id)]
        const place = placeOf(path, schema.modelByLuid.get(item?.model ?? '')).text
        return (
          <li key={at}>
            {item && <ItemLink item={item} />}
            {!item && id !== '' && t('item.numbered', { id })}
            {id !== '' && ' · '}
            {place !== '' && `${place}: `}
            {textOf(problem)}
          </li>
        )
      })}
    </ul>
  )
}
