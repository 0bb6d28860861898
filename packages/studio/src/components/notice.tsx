/** Confirms an action and offers to undo it. Not for errors, which are shown where they occur. */
import { Button, CloseButton } from '@mantine/core'
import { useEffect, useSyncExternalStore } from 'react'
import { useText } from '../i18n/text.tsx'
import classes from './notice.module.css'

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

export function NoticeArea() {
  const t = useText()
  const notice = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )
  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(() => showNotice(null), shownMs)
    return () => clearTimeout(timer)
  }, [notice])
  return (
    <div role="status" className={classes.area}>
      {notice && (
        <div className={classes.notice}>
          <span>{notice.text}</span>
          {notice.undo && (
            <Button
              size="compact-sm"
              variant="white"
              color="dark"
              onClick={() => {
                notice.undo?.()
                showNotice(null)
              }}
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
