import type { Field, Model } from '@octavo/schema/definitions.ts'
import { useState, type ReactNode } from 'react'
import type { DraftStore } from '../draft/draft-store.ts'
import { showNotice } from '../../../components/notice.tsx'
import { useText } from '../../../i18n/text.tsx'
import { CopyDialog } from './copy-dialog.tsx'
import { useCopy, type CopyPlan } from './use-copy.ts'

/** Starts copying these fields, or all. Asks first if text would be replaced. */
export function useCopying(
  store: DraftStore,
  model: Model,
  language: string,
): { start: (fields?: readonly Field[]) => void; dialog: ReactNode } {
  const t = useText()
  const { plan, copy } = useCopy(store, model, language)
  const [asked, setAsked] = useState<CopyPlan | null>(null)
  const start = (fields?: readonly Field[]): void => {
    const found = plan(fields)
    if (found.replaced.length > 0) setAsked(found)
    else if (found.filled.length > 0) copy(found.filled)
    else showNotice({ text: t('translation.nothingToCopy') })
  }
  const dialog = asked && (
    <CopyDialog
      plan={asked}
      language={language}
      onCancel={() => setAsked(null)}
      onCopy={(fields) => {
        setAsked(null)
        copy(fields)
      }}
    />
  )
  return { start, dialog }
}
