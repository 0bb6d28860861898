import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import classes from './settings.module.css'

interface UsagePlotProps {
  title: string
  points: { date: string; value: number }[]
  /** Values are shares of one. */
  isShare: boolean
}

/** One bar a day; the numbers are in a table for those who do not see it. */
export function UsagePlot({ title, points, isShare }: UsagePlotProps) {
  const t = useText()
  const format = useFormat()
  const most = isShare ? 1 : Math.max(1, ...points.map(({ value }) => value))
  const words = (value: number): string =>
    isShare ? `${Math.round(value * 100)} %` : format.number(value)
  return (
    <figure style={{ margin: 0 }}>
      <figcaption className={classes.small}>{title}</figcaption>
      {points.length === 0 && <p className={classes.small}>{t('settings.noUsage')}</p>}
      <div className={classes.chart} aria-hidden>
        {points.map(({ date, value }) => (
          <div
            key={date}
            className={classes.bar}
            title={`${format.date(date)}: ${words(value)}`}
            style={{ height: `${(100 * value) / most}%` }}
          />
        ))}
      </div>
      <table className="visually-hidden">
        <caption>{title}</caption>
        <tbody>
          {points.map(({ date, value }) => (
            <tr key={date}>
              <th scope="row">{date}</th>
              <td>{words(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
