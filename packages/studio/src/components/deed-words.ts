import type { Actor } from '@octavo/schema/admin/contents.ts'
import { en, type TextKey } from '../i18n/en/en.ts'
import { useText } from '../i18n/text.tsx'

/** Deeds in the words of the interface; an action that it does not know shows as it is named. */
export function useDeedWords(): {
  actorWords: (actor: Actor) => string
  actionWords: (action: string) => string
} {
  const t = useText()
  return {
    actorWords: ({ kind, name }) => name || t(`actor.${kind}`),
    actionWords: (action) => {
      const key = `deed.${action.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase())}`
      return key in en ? t(key as TextKey) : action
    },
  }
}
