import type { Labels } from '@octavo/schema/admin/contents.ts'
import type { Field } from '@octavo/schema/definitions.ts'
import { useMemo, useRef, useState, type ReactNode } from 'react'
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
  const all = useRows(field, values, labels)
  const [isUnfolded, setIsUnfolded] = useState(false)
  const rows = isUnfolded ? all : folded(all)
  const columns = useRef<HTMLDivElement>(null)
  const unfold = (): void => {
    setIsUnfolded(true)
    // The button that has the focus goes.
    columns.current?.focus()
  }
  const isMedia = field.type === 'media'
  const height = Math.max(1, rows.length) + (head ? 1 : 0) + (isMedia ? 1 : 0)
  return (
    <div className={classes.columns} ref={columns} tabIndex={-1}>
      {(['before', 'after'] as const).map((side) => (
        <div
          key={side}
          className={classes.side}
          style={{ gridRow: `span ${height}` }}
          data-label={head ? undefined : names[side]}
        >
          {head ? head(side) : <span className="visually-hidden">{names[side]}</span>}
          {isMedia && <Picture id={values[side]} labels={labels} />}
          {rows.every((row) => typeof row !== 'number' && row[side] === null) ? (
            <p className={classes.quiet}>{t('common.empty')}</p>
          ) : (
            rows.map((row, at) => (
              <Line
                key={at}
                row={row}
                side={side}
                mark={head ? 'mark' : marks[side]}
                onUnfold={unfold}
              />
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
): DiffRow[] {
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
      : diffLines(old, now)
  }, [schema, labels, t, format, field, before, after])
}

function Picture({ id, labels }: { id: unknown; labels: Labels }) {
  const label = typeof id === 'number' ? labels.media[id] : undefined
  return <div className={classes.picture}>{label && <Thumbnail item={label} size="card" />}</div>
}

interface LineProps {
  row: DiffRow | number
  side: Side
  mark: Mark
  onUnfold: () => void
}

/** A line that only the other side has leaves a gap, so that the following lines stay aligned. */
function Line({ row, side, mark, onUnfold }: LineProps) {
  const t = useText()
  if (typeof row === 'number') {
    return (
      <button type="button" className={classes.folded} onClick={onUnfold}>
        {t('review.unfold', { count: row })}
      </button>
    )
  }
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

/** Replaces long unchanged stretches, except next to a change, with their number of lines. */
function folded(rows: DiffRow[]): (DiffRow | number)[] {
  const isNear = (at: number): boolean =>
    [at - 1, at, at + 1].some((place) => rows[place]?.isChanged ?? false)
  const found: (DiffRow | number)[] = []
  for (const [at, row] of rows.entries()) {
    const last = found.at(-1)
    if (isNear(at)) found.push(row)
    else if (typeof last === 'number') found[found.length - 1] = last + 1
    else found.push(1)
  }
  return found
}

function source(value: unknown): string[] {
  if (value === undefined || value === null) return []
  return (typeof value === 'string' ? value : JSON.stringify(value, null, 2))
    .replace(/>(?=<)/g, '>\n')
    .split('\n')
}
