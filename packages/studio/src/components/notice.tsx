/** Confirms an action and offers to undo it. Of errors, it shows only those of undoing. */
import { Button, CloseButton } from '@mantine/core'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useText } from '../i18n/text.tsx'
import classes from './notice.module.css'
import { useModifiedKey } from './use-plain-key.ts'

interface Notice {
  text: string
  undo?: (() => void) | undefined
}

let current: Notice | null = null
const listeners = new Set<() => void>()

export function showNotice(notice: Notice | null): void {
  current = notice
  for (const listener of listeners) listener()
}

const shownMs = 12_000
/** Long enough to reach the button. */
const undoableMs = 30_000

export function NoticeArea() {
  const t = useText()
  const notice = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const isHeld = isHovered || isFocused
  useEffect(() => {
    // An element that disappears does not report that the pointer or the focus leaves it.
    if (!notice) {
      setHovered(false)
      setFocused(false)
    }
    if (!notice || isHeld) return
    const timer = setTimeout(() => showNotice(null), notice.undo ? undoableMs : shownMs)
    return () => clearTimeout(timer)
  }, [notice, isHeld])
  const undo = (): void => {
    showNotice(null)
    notice?.undo?.()
  }
  useModifiedKey('z', () => {
    if (notice?.undo) undo()
    return notice?.undo !== undefined
  })
  return (
    <div role="status" className={classes.area}>
      {notice && (
        <div
          className={classes.notice}
          onPointerEnter={() => setHovered(true)}
          onPointerLeave={() => setHovered(false)}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
        >
          <span>{notice.text}</span>
          {notice.undo && (
            <Button
              size="compact-sm"
              variant="white"
              color="dark"
              aria-keyshortcuts="Control+Z Meta+Z"
              onClick={undo}
            >
              {t('action.undo')}
            </Button>
          )}
          <CloseButton
            size="sm"
            variant="transparent"
            c="inherit"
            aria-label={t('action.close')}
            onClick={() => showNotice(null)}
          />
        </div>
      )}
    </div>
  )
}
