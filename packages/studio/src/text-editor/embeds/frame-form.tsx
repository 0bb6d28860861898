import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../i18n/text.tsx'
import { frameHtml, frameOf } from './frames.ts'
import { useFrameHosts } from './use-frame-hosts.ts'

/** A form to insert a video, map or post by its address. */
export function FrameForm({ onInsert }: { onInsert: (html: string) => void }) {
  const t = useText()
  const isAllowed = useFrameHosts()
  const [address, setAddress] = useState('')
  const [error, setError] = useState<string | null>(null)
  const insert = (): void => {
    const frame = frameOf(address)
    if (!frame) setError(t('text.frameUnknown'))
    else if (isAllowed(frame)) onInsert(frameHtml(frame))
    else setError(t('text.frameRefused', { host: new URL(frame.src).hostname }))
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        insert()
      }}
    >
      <TextInput
        data-autofocus
        label={t('text.frameAddress')}
        description={t('text.frameHint')}
        placeholder="https://"
        inputMode="url"
        error={error}
        value={address}
        onChange={({ currentTarget }) => {
          setAddress(currentTarget.value)
          setError(null)
        }}
      />
      <Group mt="md" justify="flex-end" gap="xs">
        <Button type="submit" disabled={address.trim() === ''}>
          {t('text.insert')}
        </Button>
      </Group>
    </form>
  )
}
