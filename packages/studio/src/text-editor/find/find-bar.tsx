import { ActionIcon, Button, CloseButton, Group, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { useEffect, useState } from 'react'
import { useText } from '../../i18n/text.tsx'
import { foundIn, replaceAll, replaceOne, search, step } from './find-extension.ts'
import classes from './find.module.css'

/** Finds and replaces text in one field. */
export function FindBar({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const t = useText()
  const [query, setQuery] = useState(() => selectedText(editor))
  const [replacement, setReplacement] = useState('')
  const found = useEditorState({ editor, selector: ({ editor: now }) => foundIn(now.state) })
  const [replacedCount, setReplacedCount] = useState<number | null>(null)
  useEffect(() => {
    if (query !== '') search(editor, query)
    return () => {
      if (!editor.isDestroyed) search(editor, '')
    }
  }, [editor])
  const hasMatches = found.matches.length > 0
  const status = (): string => {
    if (replacedCount !== null) return t('text.replaced', { count: replacedCount })
    if (query === '') return ''
    return hasMatches
      ? t('text.matchOf', { at: found.at + 1, count: found.matches.length })
      : t('text.noMatch')
  }
  const close = (): void => {
    onClose()
    editor.commands.focus()
  }
  return (
    <div
      role="search"
      aria-label={t('text.find')}
      className={classes.bar}
      onKeyDown={({ key, nativeEvent }) => key === 'Escape' && !nativeEvent.isComposing && close()}
    >
      <Group gap={6}>
        <TextInput
          size="xs"
          autoFocus
          aria-label={t('text.findText')}
          placeholder={t('text.findText')}
          value={query}
          onKeyDown={({ key, shiftKey, nativeEvent }) => {
            if (key === 'Enter' && !nativeEvent.isComposing) step(editor, shiftKey ? -1 : 1)
          }}
          onChange={({ currentTarget }) => {
            setQuery(currentTarget.value)
            setReplacedCount(null)
            search(editor, currentTarget.value)
          }}
        />
        <ActionIcon
          variant="default"
          size={30}
          aria-label={t('text.previousMatch')}
          onClick={() => step(editor, -1)}
        >
          <IconChevronUp size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={30}
          aria-label={t('text.nextMatch')}
          onClick={() => step(editor, 1)}
        >
          <IconChevronDown size={16} aria-hidden />
        </ActionIcon>
        <span role="status" className={classes.status}>
          {status()}
        </span>
      </Group>
      <Group gap={6}>
        <TextInput
          size="xs"
          aria-label={t('text.replaceWith')}
          placeholder={t('text.replaceWith')}
          value={replacement}
          onChange={({ currentTarget }) => setReplacement(currentTarget.value)}
        />
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            setReplacedCount(null)
            replaceOne(editor, replacement)
          }}
        >
          {t('text.replace')}
        </Button>
        <Button
          size="xs"
          variant="default"
          onClick={() => setReplacedCount(replaceAll(editor, replacement))}
        >
          {t('text.replaceAll')}
        </Button>
        <CloseButton size={30} aria-label={t('action.close')} onClick={close} />
      </Group>
    </div>
  )
}

function selectedText({ state: { doc, selection } }: Editor): string {
  const { $from, $to, from, to } = selection
  return $from.sameParent($to) ? doc.textBetween(from, to).slice(0, 100) : ''
}
