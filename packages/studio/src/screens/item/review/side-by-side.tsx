import type { Labels } from '@octavo/schema/admin/contents.ts'
import type { Field } from '@octavo/schema/definitions.ts'
import { useMemo, type ReactNode } from 'react'
import { useSession } from '../../../api/session.tsx'
import { Thumbnail } from '../../../components/media-tile.tsx'
import { useFormat } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/text.tsx'
import { diffLines, type DiffRow, type Piece } from './diff.ts'
import { linesOf } from './readable.ts'
import classes from './review.module.css'

type Side = 'before' | 'after'
type Mark = 'del' | 'ins' | 'mark'
const marks = { before: 'del', after: 'ins' } as const

interface SideBySideProps {
  field: Field
  values: Record<Side, unknown>
  labels: Labels
  names: Record<Side, string>
  /** Replaces the name above each side. Neither side is then marked as the older one. */
  head?: (side: Side) => ReactNode
}

/** Two values of one field, line by line, with the differences marked. */
export function SideBySide({ field, values, labels, names, head }: SideBySideProps) {
  const t = useText()
  const rows = useRows(field, values, labels)
  const isMedia = field.type === 'media'
  const height = Math.max(1, rows.length) + (head ? 1 : 0) + (isMedia ? 1 : 0)
  return (
    <div className={classes.columns}>
      {(['before', 'after'] as const).map((side) => (
        <div
          key={side}
          className={classes.side}
          style={{ gridRow: `span ${height}` }}
          data-label={head ? undefined : names[side]}
        >
          {head ? head(side) : <span className="visually-hidden">{names[side]}</span>}
          {isMedia && <Picture id={values[side]} labels={labels} />}
          {rows.every((row) => row === null || row[side] === null) ? (
            <p className={classes.quiet}>{t('common.empty')}</p>
          ) : (
            rows.map((row, at) => (
              <Line key={at} row={row} side={side} mark={head ? 'mark' : marks[side]} />
            ))
          )}
        </div>
      ))}
    </div>
  )
}

function useRows(
  field: Field,
  { before, after }: Record<Side, unknown>,
  labels: Labels,
): (DiffRow | null)[] {
  const t = useText()
  const format = useFormat()
  const { schema } = useSession()
  return useMemo(() => {
    const context = { schema, labels, t, format }
    const old = linesOf(before, field, context)
    const now = linesOf(after, field, context)
    // If only the markup differs, compare the markup.
    return old.join('\n') === now.join('\n')
      ? diffLines(source(before), source(after))
      : folded(diffLines(old, now))
  }, [schema, labels, t, format, field, before, after])
}

function Picture({ id, labels }: { id: unknown; labels: Labels }) {
  const label = typeof id === 'number' ? labels.media[id] : undefined
  return <div className={classes.picture}>{label && <Thumbnail item={label} size="card" />}</div>
}

/** A line that only the other side has leaves a gap, so that the following lines stay aligned. */
function Line({ row, side, mark }: { row: DiffRow | null; side: Side; mark: Mark }) {
  if (row === null) return <p className={classes.quiet}>…</p>
  const pieces = row[side]
  if (pieces === null) return <p className={classes.gap} aria-hidden />
  return (
    <p className={classes.line}>
      {pieces.map((piece, at) => (
        <DiffPiece key={at} piece={piece} mark={mark} />
      ))}
    </p>
  )
}

function DiffPiece({ piece: { text, isChanged }, mark: Element }: { piece: Piece; mark: Mark }) {
  return isChanged ? <Element>{text}</Element> : text
}

/** Replaces long unchanged stretches, except next to a change, with null. */
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
