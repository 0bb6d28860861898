import { Kbd, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import classes from './list-bar.module.css'

const typingMs = 180

interface SearchBoxProps {
  label: string
  /** What is searched for now. */
  asked: string | undefined
  onSearch: (text: string | undefined) => void
}

/** Searches while typing, focused by "/". What an input method has not finished is not searched for. */
export function SearchBox({ label, asked = '', onSearch }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(asked)
  const [isComposing, setIsComposing] = useState(false)
  useHotkeys([['/', () => input.current?.focus()]])
  useEffect(() => {
    if (document.activeElement !== input.current) setText(asked)
  }, [asked])
  useEffect(() => {
    const wanted = text.trim()
    if (isComposing || wanted === asked) return
    const timer = setTimeout(() => onSearch(wanted === '' ? undefined : wanted), typingMs)
    return () => clearTimeout(timer)
  }, [text, isComposing, asked, onSearch])
  return (
    <TextInput
      ref={input}
      type="search"
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
