import type { Announcements, ScreenReaderInstructions } from '@dnd-kit/core'
import { useMemo } from 'react'
import { useText } from '../i18n/text.tsx'

/** Screen reader announcements while an entry is moved by keyboard. */
export function useDragTexts(): {
  announcements: Announcements
  screenReaderInstructions: ScreenReaderInstructions
} {
  const t = useText()
  return useMemo(() => {
    const place = (data: Record<string, unknown> | undefined): string => {
      const sortable = data?.['sortable'] as { index: number; items: unknown[] } | undefined
      return sortable ? `${sortable.index + 1}/${sortable.items.length}` : ''
    }
    return {
      screenReaderInstructions: { draggable: t('drag.how') },
      announcements: {
        onDragStart: ({ active }) => t('drag.start', { place: place(active.data.current) }),
        onDragOver: ({ over }) =>
          over ? t('drag.over', { place: place(over.data.current) }) : undefined,
        onDragEnd: ({ over }) =>
          over ? t('drag.end', { place: place(over.data.current) }) : t('drag.cancel'),
        onDragCancel: () => t('drag.cancel'),
      },
    }
  }, [t])
}
