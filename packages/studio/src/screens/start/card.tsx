import type { ItemLabel } from '@octavo/schema/admin/contents.ts'
import type { Icon } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId, type ReactNode } from 'react'
import { useSession } from '../../api/session.tsx'
import { useText } from '../../i18n/text.tsx'
import classes from './start.module.css'

export interface CardRow {
  key: string
  item: ItemLabel
  /** What is special about it here: a time, a person, a language. */
  facts: string[]
}

interface CardProps {
  title: string
  icon: Icon
  rows: readonly CardRow[]
  /** Shown instead of rows. */
  none: string
  /** A link to the complete list. */
  all?: ReactNode
}

/** One list of the start page. */
export function Card({ title, icon: Sign, rows, none, all }: CardProps) {
  const id = useId()
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <Sign size={17} stroke={1.6} aria-hidden />
        <h2 className={classes.name} id={id}>
          {title}
        </h2>
        {rows.length > 0 && all}
      </div>
      {rows.length === 0 ? (
        <p className={classes.none}>{none}</p>
      ) : (
        <ul className={classes.rows}>
          {rows.map((row) => (
            <Row key={row.key} row={row} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Row({ row: { item, facts } }: { row: CardRow }) {
  const t = useText()
  const { root, schema } = useSession()
  const model = schema.modelByLuid.get(item.model)?.name ?? item.model
  return (
    <li>
      <Link to="/$root/contents/$id" params={{ root, id: String(item.id) }} className={classes.row}>
        <span className={classes.title} lang={schema.mainLanguage.key}>
          {item.title || t('common.untitled')}
        </span>
        <span className={classes.meta}>{[...facts, model].join(' · ')}</span>
      </Link>
    </li>
  )
}
