import { Button } from '@mantine/core'
import { useFormat } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/text.tsx'
import settingsClasses from '../settings.module.css'
import { plotColours } from './plot-colours.ts'
import type { KeyTotals } from './usage-data.ts'
import classes from './usage.module.css'

interface KeyTableProps {
  keys: KeyTotals[]
  nameOf: (keyId: number) => string
  colourOf: (keyId: number) => number
  onChoose: (keyId: number) => void
}

/** Usage by key; also the legend of the plots. */
export function KeyTable({ keys, nameOf, colourOf, onChoose }: KeyTableProps) {
  const t = useText()
  const format = useFormat()
  return (
    <div className={settingsClasses.scroll}>
      <table className={settingsClasses.table}>
        <thead>
          <tr>
            <th scope="col">{t('settings.key')}</th>
            <th scope="col" className={classes.number}>
              {t('settings.requests')}
            </th>
            <th scope="col" className={classes.number}>
              {t('settings.hits')}
            </th>
            <th scope="col" className={classes.number}>
              {t('settings.errors')}
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map(({ keyId, requests, hits, errors }) => (
            <tr key={keyId}>
              <td>
                <span
                  className={classes.dot}
                  style={{ background: plotColours[colourOf(keyId)] }}
                  aria-hidden
                />
                <Button
                  variant="transparent"
                  size="compact-sm"
                  p={0}
                  c="inherit"
                  td="underline"
                  onClick={() => onChoose(keyId)}
                >
                  {nameOf(keyId)}
                </Button>
              </td>
              <td className={classes.number}>{format.number(requests)}</td>
              <td className={classes.number}>
                {hits === null ? '–' : `${Math.round(hits * 100)} %`}
              </td>
              <td className={classes.number}>{format.number(errors)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
