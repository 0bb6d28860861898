import type { Editor } from '@tiptap/core'
import { useEffect, useState } from 'react'
import { useFormat } from '../i18n/format.ts'
import { useText } from '../i18n/text.tsx'
import { countText } from './count-text.ts'
import classes from './text-editor.module.css'

/** Long texts are not counted while the user types. */
const quietMs = 300

interface TextCountProps {
  editor: Editor
  language: string
}

/** The length of the text, below the editor. */
export function TextCount({ editor, language }: TextCountProps) {
  const t = useText()
  const format = useFormat()
  const [counts, setCounts] = useState(() => countsIn(editor, language))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const later = ({ transaction }: { transaction: { docChanged: boolean } }): void => {
      if (!transaction.docChanged) return
      clearTimeout(timer)
      timer = setTimeout(() => setCounts(countsIn(editor, language)), quietMs)
    }
    editor.on('transaction', later)
    return () => {
      clearTimeout(timer)
      editor.off('transaction', later)
    }
  }, [editor, language])
  const { words, characters } = counts
  if (characters === 0) return null
  const values = { words: format.number(words ?? 0), characters: format.number(characters) }
  return (
    <p className={classes.count}>
      {t(words === null ? 'text.characters' : 'text.wordsAndCharacters', values)}
    </p>
  )
}

/** From the document, because React may render with an editor that is destroyed and has no schema. */
function countsIn({ state: { doc } }: Editor, language: string) {
  return countText(doc.textBetween(0, doc.content.size, '\n', '\n'), language)
}
