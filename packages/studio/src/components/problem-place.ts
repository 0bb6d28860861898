import type { Model } from '@octavo/schema/definitions.ts'
import { useSession } from '../api/session.tsx'
import { useFormat } from '../i18n/format.ts'

export interface ProblemPlace {
  /** '' if the problem does not belong to a language. */
  language: string
  /** "Title (Japanese)"; '' if the problem concerns the item as a whole. */
  text: string
}

/** Describes the place of a problem in an item. */
export function useProblemPlace(): (path: string, model: Model | undefined) => ProblemPlace {
  const format = useFormat()
  const { schema } = useSession()
  const isMany = schema.root.languages.length > 1
  return (path, model) => {
    const [, language = '', rest = ''] = /^languages\.([^.]+)(?:\.fields\.(.+))?$/.exec(path) ?? []
    const luid = rest.split(/[.[]/, 1)[0] ?? ''
    const name = model?.fields.find((field) => field.luid === luid)?.name ?? rest
    if (language === '') return { language, text: path }
    if (name === '') return { language, text: format.language(language) }
    return { language, text: isMany ? `${name} (${format.language(language)})` : name }
  }
}
