import { useSession } from '../../api/session.tsx'
import { useText } from '../../i18n/text.tsx'
import { blocks, elementBlock, type Block } from './blocks.ts'

/** Finds the blocks whose name or keywords contain the text. */
export function useBlocks(): (typed: string) => Block[] {
  const t = useText()
  const { schema } = useSession()
  const all = schema.root.settings.textElements.length > 0 ? [...blocks, elementBlock] : blocks
  return (typed) => {
    const query = typed.trim().toLowerCase()
    return all.filter(
      ({ key, keywords }) => keywords.includes(query) || t(key).toLowerCase().includes(query),
    )
  }
}
