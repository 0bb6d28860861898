import { NativeSelect, NumberInput, SimpleGrid, Stack, Text } from '@mantine/core'
import type { MediaItem } from '@octavo/schema/admin/media.ts'
import { imageFits, imageFormats, largestSide } from '@octavo/schema/images.ts'
import { useState } from 'react'
import { CodeBlock } from '../../components/code-block.tsx'
import { useText } from '../../i18n/text.tsx'
import classes from './media.module.css'

interface Transform {
  width: number | string
  height: number | string
  format: string
  fit: string
}

/** A preview of image parameters, with the URL to copy. */
export function Optimizer({ item }: { item: MediaItem }) {
  const t = useText()
  // Format names need no translation, except for `auto`.
  const labels: Record<string, string> = {
    auto: t('media.format.auto'),
    bounds: t('media.fit.bounds'),
    cover: t('media.fit.cover'),
    crop: t('media.fit.crop'),
  }
  const [transform, setTransform] = useState<Transform>({
    width: Math.min(640, item.width ?? 640),
    height: '',
    format: 'webp',
    fit: 'bounds',
  })
  const given = Object.entries(transform).filter(([, value]) => value !== '')
  const parameters = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  const url = `${item.url}?${parameters.toString()}`
  const side = (name: 'width' | 'height') => (
    <NumberInput
      size="xs"
      label={t(`media.${name}`)}
      min={1}
      max={largestSide}
      hideControls
      value={transform[name]}
      onChange={(value) => setTransform((old) => ({ ...old, [name]: value }))}
    />
  )
  const choice = (name: 'format' | 'fit', values: readonly string[]) => (
    <NativeSelect
      size="xs"
      label={t(`media.${name}`)}
      data={values.map((value) => ({ value, label: labels[value] ?? value }))}
      value={transform[name]}
      onChange={({ currentTarget: { value } }) =>
        setTransform((old) => ({ ...old, [name]: value }))
      }
    />
  )
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {t('media.optimizer')}
      </Text>
      <SimpleGrid cols={2} spacing="xs" verticalSpacing={4}>
        {side('width')}
        {side('height')}
        {choice('format', imageFormats)}
        {choice('fit', imageFits)}
      </SimpleGrid>
      <div className={classes.preview}>
        <img src={url} alt="" />
      </div>
      <CodeBlock label="URL" code={url} />
    </Stack>
  )
}
