import type { Model } from '@octavo/schema/definitions.ts'
import { useSession } from '../api/session.tsx'
import { useFormat } from '../i18n/format.ts'

export interface ProblemPlace {
  /** '' where it is of no language. */
  language: string
  /** "Title (Japanese)"; '' where it is of the item as a whole. */
  words: string
}

/** Where in an item a problem lies, as people call it. */
export function useProblemPlace(): (path: string, model: Model | undefined) => ProblemPlace {
  const format = useFormat()
  const { schema } = useSession()
  const isMany = schema.root.languages.length > 1
  return (path, model) => {
    const [, language = '', rest = ''] = /^languages\.([^.]+)(?:\.fields\.(.+))?$/.exec(path) ?? []
    const luid = rest.split(/[.[]/, 1)[0] ?? ''
    const name = model?.fields.find((field) => field.luid === luid)?.name ?? rest
    if (language === '') return { language, words: path }
    if (name === '') return { language, words: format.language(language) }
    return { language, words: isMany ? `${name} (${format.language(language)})` : name }
  }
}
