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
          {upload.state === 'failed' ? (
            <>
              <Text size="sm" c="var(--mantine-color-error)" role="alert">
                {upload.error}
              </Text>
              <Button size="compact-xs" variant="default" onClick={() => onRetry(upload)}>
                {t('action.retry')}
              </Button>
            </>
          ) : (
            <Progress
              value={upload.share * 100}
              w={140}
              color={upload.state === 'done' ? 'teal' : 'indigo'}
              aria-label={upload.file.name}
            />
          )}
          {upload.state === 'done' && <Text size="sm">{t('media.uploaded')}</Text>}
        </li>
      ))}
    </ul>
  )
}
