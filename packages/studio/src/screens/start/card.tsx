import type { Icon } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useId, type ReactNode } from 'react'
import { useSession } from '../../api/session.tsx'
import { useText } from '../../i18n/text.tsx'
import classes from './start.module.css'

export interface CardRow {
  key: string
  /** The page of the item or the release. */
  link: Pick<LinkProps, 'to' | 'params'>
  title: string
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

function Row({ row: { link, title, facts } }: { row: CardRow }) {
  const t = useText()
  const { schema } = useSession()
  return (
    <li>
      <Link {...link} className={classes.row}>
        <span className={classes.title} lang={schema.mainLanguage.key}>
          {title || t('common.untitled')}
        </span>
        <span className={classes.meta}>{facts.join(' · ')}</span>
      </Link>
    </li>
  )
}
