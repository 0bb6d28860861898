import type { Actor } from '@octavo/schema/admin/contents.ts'
import { en, type TextKey } from '../i18n/en/en.ts'
import { useText } from '../i18n/text.tsx'

/** Translates actors and actions of the audit log. An unknown action is shown by its name. */
export function useAuditTexts(): {
  actorText: (actor: Actor) => string
  actionText: (action: string) => string
} {
  const t = useText()
  return {
    actorText: ({ kind, name }) => name || t(`actor.${kind}`),
    actionText: (action) => {
      const key = `audit.${action.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase())}`
      return key in en ? t(key as TextKey) : action
    },
  }
}
