import type { Labels } from '@octavo/schema/admin/contents.ts'
import { useMemo } from 'react'
import { useSession } from '../../../api/session.tsx'
import { Thumbnail } from '../../../components/media-tile.tsx'
import { useFormat } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/text.tsx'
import type { FieldChange } from './changes.ts'
import { diffLines, type DiffRow, type Piece } from './diff.ts'
import { linesOf } from './readable.ts'
import classes from './review.module.css'

/** One field: what is published on the left, the draft on the right, the differences marked. */
export function Comparison({ change, labels }: { change: FieldChange; labels: Labels }) {
  const t = useText()
  const format = useFormat()
  const { schema } = useSession()
  const { field, published, draft, language } = change
  const rows = useMemo(() => {
    const context = { schema, labels, t, format }
    const before = linesOf(published, field, context)
    const after = linesOf(draft, field, context)
    const isSameText = before.join('\n') === after.join('\n')
    // Only the markup differs: then that is what there is to see.
    return isSameText
      ? diffLines(source(published), source(draft))
      : folded(diffLines(before, after))
  }, [schema, labels, t, format, field, published, draft])
  const isEmpty = (side: 'before' | 'after'): boolean =>
    rows.every((row) => row === null || row[side] === null)
  return (
    <section className={classes.field} aria-label={field.name} lang={language}>
      <h4 className={classes.name}>{field.name}</h4>
      {field.type === 'media' && (
        <div className={classes.columns}>
          {[published, draft].map((id, at) => {
            const label = typeof id === 'number' ? labels.media[id] : undefined
            return (
              <div key={at === 0 ? 'before' : 'after'} className={classes.picture}>
                {label && <Thumbnail item={label} width={264} />}
              </div>
            )
          })}
        </div>
      )}
      <div className={classes.columns}>
        {(['before', 'after'] as const).map((side) => (
          <div
            key={side}
            className={classes.side}
            data-label={t(side === 'before' ? 'review.published' : 'review.draft')}
          >
            <span className="visually-hidden">
              {t(side === 'before' ? 'review.published' : 'review.draft')}
            </span>
            {isEmpty(side) ? (
              <p className={classes.quiet}>{t('common.empty')}</p>
            ) : (
              rows.map((row, at) => <Line key={at} row={row} side={side} />)
            )}
          </div>
        ))}
      </div>
    </section>
  )
}

function Line({ row, side }: { row: DiffRow | null; side: 'before' | 'after' }) {
  if (row === null) return <p className={classes.quiet}>…</p>
  const pieces = row[side]
  if (pieces === null) return null
  return (
    <p className={classes.line}>
      {pieces.map((piece, at) => (
        <Words key={at} piece={piece} side={side} />
      ))}
    </p>
  )
}

function Words({ piece: { text, isChanged }, side }: { piece: Piece; side: 'before' | 'after' }) {
  if (!isChanged) return text
  return side === 'before' ? <del>{text}</del> : <ins>{text}</ins>
}

/** Long stretches without a change, but for the lines next to one, are a null. */
function folded(rows: DiffRow[]): (DiffRow | null)[] {
  const isNear = (at: number): boolean =>
    [at - 1, at, at + 1].some((place) => rows[place]?.isChanged ?? false)
  const found: (DiffRow | null)[] = []
  for (const [at, row] of rows.entries()) {
    if (isNear(at)) found.push(row)
    else if (found.at(-1) !== null || found.length === 0) found.push(null)
  }
  return found
}

function source(value: unknown): string[] {
  if (value === undefined || value === null) return []
  return (typeof value === 'string' ? value : JSON.stringify(value, null, 2))
    .replace(/>(?=<)/g, '>\n')
    .split('\n')
}
