import { Loader } from '@mantine/core'
import { useText } from '../i18n/text.tsx'

export function Loading({ size }: { size: 'xs' | 'sm' | number }) {
  const t = useText()
  return <Loader size={size} role="progressbar" aria-label={t('common.loading')} />
}
