import { NativeSelect, NumberInput, SimpleGrid, Stack, Text } from '@mantine/core'
import type { MediaItem } from '@octavo/schema/admin/media.ts'
import { imageFits, imageFormats, largestSide } from '@octavo/schema/images.ts'
import { useState } from 'react'
import { CodeBlock } from '../../components/code-block.tsx'
import { useText } from '../../i18n/text.tsx'
import classes from './media.module.css'

interface Wish {
  width: number | string
  height: number | string
  format: string
  fit: string
}

/** Try the optimizer's parameters and take the address along. */
export function Optimizer({ item }: { item: MediaItem }) {
  const t = useText()
  // The formats are names; what a fit does has to be said.
  const labels: Record<string, string> = {
    auto: t('media.format.auto'),
    bounds: t('media.fit.bounds'),
    cover: t('media.fit.cover'),
    crop: t('media.fit.crop'),
  }
  const [wish, setWish] = useState<Wish>({
    width: Math.min(640, item.width ?? 640),
    height: '',
    format: 'webp',
    fit: 'bounds',
  })
  const given = Object.entries(wish).filter(([, value]) => value !== '')
  const parameters = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  const url = `${item.url}?${parameters.toString()}`
  const side = (name: 'width' | 'height') => (
    <NumberInput
      size="xs"
      label={t(`media.${name}`)}
      min={1}
      max={largestSide}
      hideControls
      value={wish[name]}
      onChange={(value) => setWish((old) => ({ ...old, [name]: value }))}
    />
  )
  const choice = (name: 'format' | 'fit', values: readonly string[]) => (
    <NativeSelect
      size="xs"
      label={t(`media.${name}`)}
      data={values.map((value) => ({ value, label: labels[value] ?? value }))}
      value={wish[name]}
      onChange={({ currentTarget: { value } }) => setWish((old) => ({ ...old, [name]: value }))}
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
