import { Button, Progress, Text } from '@mantine/core'
import { useText } from '../i18n/text.tsx'
import classes from './media.module.css'
import type { Upload } from './use-uploads.ts'

interface UploadListProps {
  uploads: Upload[]
  onRetry: (upload: Upload) => void
}

export function UploadList({ uploads, onRetry }: UploadListProps) {
  const t = useText()
  if (uploads.length === 0) return null
  return (
    <ul className={classes.uploads} aria-label={t('media.uploads')}>
      {uploads.map((upload) => (
        <li key={upload.id} className={classes.upload}>
          <span className={classes.name}>{upload.file.name}</span>
          <UploadState upload={upload} onRetry={onRetry} />
        </li>
      ))}
    </ul>
  )
}

function UploadState({ upload, onRetry }: { upload: Upload; onRetry: (upload: Upload) => void }) {
  const t = useText()
  if (upload.state === 'done')
    return (
      <Text size="xs" c="dimmed">
        {t('media.uploaded')}
      </Text>
    )
  if (upload.state !== 'failed') {
    return <Progress value={upload.share * 100} w={140} aria-label={upload.file.name} />
  }
  return (
    <>
      <Text size="xs" c="var(--mantine-color-error)" role="alert">
        {upload.error}
      </Text>
      <Button size="compact-xs" variant="default" onClick={() => onRetry(upload)}>
        {t('action.retry')}
      </Button>
    </>
  )
}
