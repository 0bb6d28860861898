import { Button, CopyButton } from '@mantine/core'
import { parseJson } from '../api/exact-json.ts'
import { useText } from '../i18n/text.tsx'
import classes from './code-block.module.css'

interface CodeBlockProps {
  label: string
  code: string
}

/** Code with a copy button. */
export function CodeBlock({ label, code }: CodeBlockProps) {
  const t = useText()
  return (
    <figure className={classes.block}>
      <figcaption className={classes.caption}>
        <span>{label}</span>
        <CopyButton value={code}>
          {({ copied, copy }) => (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`${t('action.copy')}: ${label}`}
              onClick={copy}
            >
              {copied ? t('action.copied') : t('action.copy')}
            </Button>
          )}
        </CopyButton>
      </figcaption>
      <pre className={classes.code} tabIndex={0} aria-label={label}>
        {code}
      </pre>
    </figure>
  )
}

/** Formats JSON; returns other text unchanged. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(parseJson(text), null, 2)
  } catch {
    return text
  }
}
