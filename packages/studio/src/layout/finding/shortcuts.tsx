import { Kbd } from '@mantine/core'
import { Dialog } from '../../components/dialog.tsx'
import type { TextKey } from '../../i18n/en/en.ts'
import { useText } from '../../i18n/text.tsx'
import { modifier } from './modifier.ts'
import classes from './shortcuts.module.css'

/** `mod` is Command on a Mac and Control elsewhere. */
const groups: { title: TextKey; shortcuts: [keys: string[], meaning: TextKey][] }[] = [
  {
    title: 'keys.everywhere',
    shortcuts: [
      [['mod', 'K'], 'find.title'],
      [['/'], 'keys.search'],
      [['mod', 'Z'], 'keys.undo'],
      [['?'], 'keys.title'],
    ],
  },
  {
    title: 'keys.item',
    shortcuts: [
      [['mod', 'S'], 'keys.save'],
      [['mod', 'Enter'], 'keys.publish'],
    ],
  },
  {
    title: 'keys.text',
    shortcuts: [
      [['/'], 'keys.insert'],
      [['mod', 'K'], 'text.link'],
      [['mod', 'H'], 'text.find'],
      [['Alt', 'Shift', '↑'], 'text.moveUp'],
      [['Alt', 'Shift', '↓'], 'text.moveDown'],
      [['mod', 'Shift', 'D'], 'text.duplicate'],
      [['mod', 'B'], 'text.bold'],
      [['mod', 'I'], 'text.italic'],
      [['mod', 'Z'], 'action.undo'],
      [['mod', 'Shift', 'Z'], 'keys.redo'],
    ],
  },
]

export function Shortcuts({ onClose }: { onClose: () => void }) {
  const t = useText()
  return (
    <Dialog onClose={onClose} title={t('keys.title')}>
      {groups.map(({ title, shortcuts }) => (
        <section key={title}>
          <h3 className={classes.title}>{t(title)}</h3>
          <dl className={classes.list}>
            {shortcuts.map(([keys, meaning]) => (
              <div key={meaning} className={classes.row}>
                <dt>{t(meaning)}</dt>
                <dd>
                  {keys.map((key) => (
                    <Kbd key={key}>{key === 'mod' ? modifier : key}</Kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
