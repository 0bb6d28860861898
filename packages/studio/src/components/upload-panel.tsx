import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormat } from '../i18n/format.ts'
import { useText } from '../i18n/text.tsx'
import classes from './media.module.css'
import { UploadList } from './upload-list.tsx'
import type { Upload } from './use-uploads.ts'

interface UploadPanelProps {
  uploads: Upload[]
  retry: (upload: Upload) => Promise<void>
  clear: () => void
}

/** The uploads in a corner of the page: a summary, and the files below it. */
export function UploadPanel({ uploads, retry, clear }: UploadPanelProps) {
  const t = useText()
  const format = useFormat()
  const [isOpen, setIsOpen] = useState(true)
  if (uploads.length === 0) return null
  const done = uploads.filter(({ state }) => state === 'done').length
  const failed = uploads.filter(({ state }) => state === 'failed')
  const isBusy = done + failed.length < uploads.length
  const counts = { done: format.number(done), total: format.number(uploads.length) }
  const Chevron = isOpen ? IconChevronDown : IconChevronUp
  return (
    <section className={classes.panel} aria-label={t('media.uploads')}>
      <Group gap="xs" wrap="nowrap" className={classes.panelHead}>
        <Text size="sm" fw={600} role="status" className={classes.panelState}>
          {t(isBusy ? 'media.uploading' : 'media.uploadedCount', counts)}
        </Text>
        {failed.length > 1 && !isBusy && (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => failed.forEach((upload) => void retry(upload))}
          >
            {t('media.retryFailed', { count: format.number(failed.length) })}
          </Button>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-expanded={isOpen}
          aria-label={t('media.uploadFiles')}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Chevron size={16} aria-hidden />
        </ActionIcon>
        {!isBusy && (
          <ActionIcon variant="subtle" color="gray" aria-label={t('action.close')} onClick={clear}>
            <IconX size={16} aria-hidden />
          </ActionIcon>
        )}
      </Group>
      {isOpen && (
        <div className={classes.panelBody}>
          <UploadList uploads={uploads} onRetry={(upload) => void retry(upload)} />
        </div>
      )}
    </section>
  )
}
