import { Group, NativeSelect, NumberInput, Stack, Text } from '@mantine/core'
import type { MediaItem } from '@octavo/schema/admin/media.ts'
import { useState } from 'react'
import { CodeBlock } from '../../components/code-block.tsx'
import { useText } from '../../i18n/text.tsx'
import classes from './media.module.css'

const formats = ['webp', 'avif', 'jpeg', 'png', 'auto']
const fits = ['bounds', 'cover', 'crop']

/** Try the optimizer's parameters and take the address along. */
export function Optimizer({ item }: { item: MediaItem }) {
  const t = useText()
  const [width, setWidth] = useState<number | string>(Math.min(640, item.width ?? 640))
  const [height, setHeight] = useState<number | string>('')
  const [format, setFormat] = useState('webp')
  const [fit, setFit] = useState('bounds')
  const parameters = new URLSearchParams()
  if (width !== '') parameters.set('width', String(width))
  if (height !== '') parameters.set('height', String(height))
  parameters.set('format', format)
  parameters.set('fit', fit)
  const url = `${item.url}?${parameters.toString()}`
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {t('media.optimizer')}
      </Text>
      <Group grow gap="xs">
        <NumberInput
          size="xs"
          label={t('media.width')}
          min={1}
          max={8192}
          hideControls
          value={width}
          onChange={setWidth}
        />
        <NumberInput
          size="xs"
          label={t('media.height')}
          min={1}
          max={8192}
          hideControls
          value={height}
          onChange={setHeight}
        />
        <NativeSelect
          size="xs"
          label={t('media.format')}
          data={formats}
          value={format}
          onChange={({ currentTarget }) => setFormat(currentTarget.value)}
        />
        <NativeSelect
          size="xs"
          label={t('media.fit')}
          data={fits}
          value={fit}
          onChange={({ currentTarget }) => setFit(currentTarget.value)}
        />
      </Group>
      <div className={classes.preview}>
        <img src={url} alt="" />
      </div>
      <CodeBlock label="URL" code={url} />
    </Stack>
  )
}
