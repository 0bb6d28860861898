import { Kbd, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import classes from './list-bar.module.css'
import { usePlainKey } from './use-plain-key.ts'

const typingMs = 180

interface SearchBoxProps {
  label: string
  /** The current search text. */
  value: string | undefined
  onSearch: (text: string | undefined) => void
  autoFocus?: boolean
}

/** Searches while the user types; "/" focuses it. Waits until an input method has finished composing. */
export function SearchBox({ label, value = '', onSearch, autoFocus = false }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const [isComposing, setIsComposing] = useState(false)
  usePlainKey('/', () => input.current?.focus())
  useEffect(() => {
    if (document.activeElement !== input.current) setText(value)
  }, [value])
  useEffect(() => {
    const trimmed = text.trim()
    if (isComposing || trimmed === value) return
    const timer = setTimeout(() => onSearch(trimmed === '' ? undefined : trimmed), typingMs)
    return () => clearTimeout(timer)
  }, [text, isComposing, value, onSearch])
  return (
    <TextInput
      ref={input}
      type="search"
      autoFocus={autoFocus}
      className={classes.search}
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text === '' ? (
          <Kbd size="xs" aria-hidden>
            /
          </Kbd>
        ) : null
      }
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onCompositionStart={() => setIsComposing(true)}
      onCompositionEnd={() => setIsComposing(false)}
    />
  )
}
