import { Button, Group, Stack, Text } from '@mantine/core'
import type { MediaItem } from '@octavo/schema/admin/media.ts'
import { studioImages } from '@octavo/schema/images.ts'
import { focusOf } from '@octavo/schema/media-labels.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { useFormat } from '../../i18n/format.ts'
import { errorText } from '../../i18n/problems.ts'
import { useText } from '../../i18n/text.tsx'
import classes from './focal-point.module.css'

type Focus = NonNullable<MediaItem['focus']>

const centre: Focus = { x: 0.5, y: 0.5 }
const step = 0.02
const bigStep = 0.1
/** Aspect ratios of the previews: banner, square, portrait. */
const crops = ['3 / 1', '1 / 1', '3 / 4']

const moves: Record<string, Focus> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** The point that crops keep in view: click on the picture, or use the arrow keys. */
export function FocalPoint({ item, isReadOnly }: { item: MediaItem; isReadOnly: boolean }) {
  const t = useText()
  const format = useFormat()
  const client = useQueryClient()
  const { root } = useSession()
  const picture = useRef<HTMLButtonElement>(null)
  const [moved, setMoved] = useState<Focus | null>(null)
  const save = useMutation({
    mutationFn: (focus: Focus | null) =>
      admin.call('changeMedia', { params: { root, id: item.id }, body: { focus } }),
    // One after the other: each key press saves.
    scope: { id: `focus ${item.id}` },
    onSuccess: async (_, saved) => {
      await client.invalidateQueries({ queryKey: ['media', root] })
      setMoved((now) => (now === saved ? null : now))
    },
  })
  const point = moved ?? item.focus ?? centre
  const source = `${item.url}?${studioImages.details}`
  const percent = (part: number): string => format.number(Math.round(part * 100))
  const follow = (event: PointerEvent): void => {
    const box = picture.current?.getBoundingClientRect()
    if (!box || box.width === 0 || box.height === 0) return
    const within = (value: number): number => Math.min(1, Math.max(0, value))
    setMoved(
      focusOf({
        x: within((event.clientX - box.left) / box.width),
        y: within((event.clientY - box.top) / box.height),
      }),
    )
  }
  const press = (event: KeyboardEvent): void => {
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    const length = event.shiftKey ? bigStep : step
    const within = (value: number): number => Math.min(1, Math.max(0, value))
    setMoved(
      focusOf({ x: within(point.x + move.x * length), y: within(point.y + move.y * length) }),
    )
  }
  const commit = (): void => {
    if (moved) save.mutate(moved)
  }
  const position = `${point.x * 100}% ${point.y * 100}%`
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {t('media.focus')}
      </Text>
      <button
        ref={picture}
        type="button"
        className={classes.picture}
        disabled={isReadOnly}
        aria-label={t('media.focusAt', { x: percent(point.x), y: percent(point.y) })}
        aria-describedby="focus-hint"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          follow(event)
        }}
        onPointerMove={(event) => event.buttons > 0 && follow(event)}
        onPointerUp={commit}
        onKeyDown={press}
        onKeyUp={({ key }) => key in moves && commit()}
      >
        <img src={source} alt="" draggable={false} />
        <span
          className={classes.point}
          style={{ insetInlineStart: `${point.x * 100}%`, insetBlockStart: `${point.y * 100}%` }}
        />
      </button>
      <Text size="xs" c="dimmed" id="focus-hint">
        {t('media.focusHint')}
      </Text>
      <div className={classes.crops}>
        {crops.map((ratio) => (
          <img
            key={ratio}
            src={source}
            alt=""
            style={{ aspectRatio: ratio, objectPosition: position }}
          />
        ))}
      </div>
      {save.error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {errorText(save.error, t)}
        </Text>
      )}
      {!isReadOnly && item.focus && (
        <Group>
          <Button size="compact-xs" variant="default" onClick={() => save.mutate(null)}>
            {t('media.focusReset')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
