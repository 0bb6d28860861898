import {
  useEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type DragEvent,
  type ReactNode,
} from 'react'
import { useFormat } from '../i18n/format.ts'
import { useText } from '../i18n/text.tsx'
import classes from './fields.module.css'

/**
 * Maximum length of one paste, in characters. Browsers take minutes to lay out a line or text of many
 * megabytes, and the page is blocked meanwhile.
 */
const most = { line: 100_000, text: 1_000_000, html: 5_000_000 }

interface PasteGuardProps {
  className: string | undefined
  language: string
  children: ReactNode
}

/** Rejects a paste or drop that would block the page, and shows a message. The field stays unchanged. */
export function PasteGuard({ className, language, children }: PasteGuardProps) {
  const t = useText()
  const format = useFormat()
  const [refused, setRefused] = useState<number | null>(null)
  const message = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (refused !== null) message.current?.scrollIntoView({ block: 'nearest' })
  }, [refused])
  const guard = (event: ClipboardEvent | DragEvent): void => {
    const data = 'clipboardData' in event ? event.clipboardData : event.dataTransfer
    const excess = excessIn(data, event.target instanceof HTMLInputElement)
    setRefused(excess)
    if (excess === null) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      className={className}
      lang={language}
      onPasteCapture={guard}
      onDropCapture={guard}
      onInput={() => refused !== null && setRefused(null)}
    >
      {children}
      {refused !== null && (
        <p ref={message} role="alert" className={classes.error}>
          {t('problem.pasteTooLarge', { size: format.bytes(refused) })}
        </p>
      )}
    </div>
  )
}

/** The size if it exceeds the limit, else null. */
function excessIn(data: DataTransfer, isLine: boolean): number | null {
  const text = data.getData('text/plain').length
  const html = isLine ? 0 : data.getData('text/html').length
  return text > (isLine ? most.line : most.text) || html > most.html ? Math.max(text, html) : null
}
