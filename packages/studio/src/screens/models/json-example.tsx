import { CodeBlock } from '../../components/code-block.tsx'
import { useText } from '../../i18n/text.tsx'
import { exampleOf } from './example.ts'
import classes from './models.module.css'
import type { Kind, Work, WorkType } from './work.ts'

interface JsonExampleProps {
  type: WorkType
  kind: Kind
  work: Work
}

/** A live example of the API response for the edited model. */
export function JsonExample({ type, kind, work }: JsonExampleProps) {
  const t = useText()
  return (
    <aside className={classes.example} aria-label={t('models.example')}>
      <CodeBlock
        label={t('models.example')}
        code={JSON.stringify(exampleOf(type, kind, work), null, 2)}
      />
    </aside>
  )
}
