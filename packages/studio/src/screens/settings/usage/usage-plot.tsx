import { useFormat } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/text.tsx'
import { plotColours } from './plot-colours.ts'
import classes from './usage.module.css'

export interface PlotPart {
  name: string
  /** Position in the legend, which determines the colour. */
  at: number
  value: number
}

interface UsagePlotProps {
  title: string
  days: { date: string; parts: PlotPart[] }[]
  /** Whether the values are between 0 and 1. */
  isShare?: boolean
}

/** A bar per day with a segment per key. A table has the numbers for screen readers. */
export function UsagePlot({ title, days, isShare = false }: UsagePlotProps) {
  const t = useText()
  const format = useFormat()
  const sums = days.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0))
  const most = isShare ? 1 : Math.max(...sums)
  const text = (value: number): string =>
    isShare ? `${Math.round(value * 100)} %` : format.number(value)
  const isEmpty = days.every(({ parts }) => parts.length === 0)
  const first = days[0]?.date
  const last = days.at(-1)?.date
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.caption}>{title}</figcaption>
      {isEmpty || most === 0 ? (
        <p className={classes.nothing}>
          {t(isEmpty ? 'settings.noUsage' : 'settings.noneInRange')}
        </p>
      ) : (
        <div className={classes.plot} aria-hidden>
          <div className={classes.scale}>
            <span>{text(most)}</span>
            <span>{text(0)}</span>
          </div>
          <div className={classes.bars}>
            {days.map(({ date, parts }, at) => (
              <div
                key={date}
                className={classes.day}
                title={[
                  format.date(date),
                  text(sums[at] ?? 0),
                  ...(parts.length > 1
                    ? parts.map(({ name, value }) => `${name}: ${text(value)}`)
                    : []),
                ].join('\n')}
              >
                {parts.map(({ name, at: colour, value }) => (
                  <div
                    key={name}
                    style={{
                      height: `${(100 * value) / most}%`,
                      background: plotColours[colour],
                    }}
                  />
                ))}
              </div>
            ))}
          </div>
          <div className={classes.dates}>
            <span>{first && format.date(first)}</span>
            <span>{last && format.date(last)}</span>
          </div>
        </div>
      )}
      <div className="visually-hidden">
        <table>
          <caption>{title}</caption>
          <tbody>
            {days
              .filter(({ parts }) => parts.length > 0)
              .map(({ date, parts }) => (
                <tr key={date}>
                  <th scope="row">{format.date(date)}</th>
                  <td>{parts.map(({ name, value }) => `${name}: ${text(value)}`).join(', ')}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
