import { en, type TextKey } from '../../../../i18n/en/en.ts'
import { useText } from '../../../../i18n/text.tsx'

/** Translates the event and the subject of a delivery. Unknown ones are shown as they are. */
export function useDeliveryTexts(): {
  eventText: (type: string) => string
  subjectText: (subject: string) => string
} {
  const t = useText()
  return {
    eventText: (type) => {
      const key = `webhooks.event.${type}`
      return key in en ? t(key as TextKey) : type
    },
    subjectText: (subject) => {
      const [, kind, id = ''] = /^(item|media) (\d+)$/.exec(subject) ?? []
      if (kind === 'item' || kind === 'media') return t(`webhooks.subject.${kind}`, { id })
      if (subject === 'deploy') return t('deploys.title')
      return subject === 'schema' ? t('webhooks.group.schema') : ''
    },
  }
}
