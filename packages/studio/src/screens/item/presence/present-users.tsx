import { Tooltip } from '@mantine/core'
import { use } from 'react'
import { useFormat } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/text.tsx'
import classes from './presence.module.css'
import { PresenceContext, useEditors } from './use-presence.ts'

const mostShown = 4

/** Initials of the other users who have the item open. */
export function PresentUsers() {
  const t = useText()
  const format = useFormat()
  const others = use(PresenceContext)
  if (others.length === 0) return null
  const rest = others.slice(mostShown)
  return (
    <ul className={classes.users} aria-label={t('presence.others')}>
      {others.slice(0, mostShown).map(({ id, name }) => (
        <Tooltip key={id} label={t('presence.open', { name })}>
          <li className={classes.user}>
            <span aria-hidden>{initials(name)}</span>
            <span className="visually-hidden">{name}</span>
          </li>
        </Tooltip>
      ))}
      {rest.length > 0 && (
        <Tooltip label={rest.map(({ name }) => name).join(', ')}>
          <li className={classes.user}>
            <span aria-hidden>+{format.number(rest.length)}</span>
            <span className="visually-hidden">{rest.map(({ name }) => name).join(', ')}</span>
          </li>
        </Tooltip>
      )}
    </ul>
  )
}

/** Names who else edits a field. */
export function FieldEditors({ field, language }: { field: string; language: string }) {
  const t = useText()
  const name = useEditors(field, language)
  if (name === '') return null
  const text = t('presence.editing', { name })
  return (
    <span className={classes.editing} title={text}>
      {text}
    </span>
  )
}

/** The first letters of the first two words; of an address, of its local part. */
function initials(name: string): string {
  const [own = ''] = name.split('@', 1)
  const words = own.split(/[\s._-]+/).filter((word) => word !== '')
  const letters = words.slice(0, 2).map((word) => Array.from(word)[0] ?? '')
  return letters.join('').toLocaleUpperCase()
}
