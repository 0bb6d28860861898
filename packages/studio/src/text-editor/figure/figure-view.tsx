import { Button, Popover, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import {
  NodeViewContent,
  NodeViewWrapper,
  ReactNodeViewRenderer,
  type NodeViewProps,
} from '@tiptap/react'
import { NodeSelection, Plugin } from '@tiptap/pm/state'
import type { EditorProps } from '@tiptap/pm/view'
import { useId, useState, type ReactNode } from 'react'
import { useText } from '../../i18n/text.tsx'
import type { PreservedAttributes } from '../preserved.ts'
import { alignmentOf, alignments, Figure, withAlignment, type Alignment } from './figure.ts'
import classes from './figure.module.css'
import { GrowingTextarea } from '../../components/growing-textarea.tsx'

export const FigureView = Figure.extend({
  addNodeView: () =>
    ReactNodeViewRenderer(FigureBox, {
      // Keys and clicks in the form belong to the form.
      stopEvent: ({ event }) => event.target instanceof Element && isInForm(event.target),
    }),
  addProseMirrorPlugins: () => [new Plugin({ props: { handleClickOn: selectByImage } })],
})

/** A click on the image selects it with its caption. */
const selectByImage: NonNullable<EditorProps['handleClickOn']> = (view, _at, node, pos, event) => {
  const isImage = event.target instanceof HTMLImageElement
  if (node.type.name !== Figure.name || !isImage) return false
  view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, pos)))
  return true
}

const isInForm = (target: Element): boolean => target.closest(`.${classes.settings}`) !== null

function FigureBox({ node, editor, updateAttributes }: NodeViewProps) {
  const t = useText()
  const image = node.attrs['image'] as PreservedAttributes
  const preserved = node.attrs['preserved'] as PreservedAttributes | null
  const [isOpen, setIsOpen] = useState(false)
  const isCaptioned = node.content.size > 0
  return (
    <NodeViewWrapper as="figure" className={classes.figure} data-align={alignmentOf(preserved)}>
      <img
        src={image['src']}
        alt={image['alt'] ?? ''}
        width={image['width']}
        contentEditable={false}
        data-drag-handle
      />
      {editor.isEditable && (
        <span contentEditable={false} className={classes.settings} data-open={isOpen}>
          <Popover
            opened={isOpen}
            onChange={setIsOpen}
            trapFocus
            withinPortal
            returnFocus
            shadow="md"
            width={320}
            position="bottom-end"
          >
            <Popover.Target>
              <Button
                size="compact-xs"
                variant="default"
                leftSection={<IconAdjustmentsHorizontal size={14} aria-hidden />}
                onClick={() => setIsOpen(!isOpen)}
              >
                {t('text.imageSettings')}
              </Button>
            </Popover.Target>
            <Popover.Dropdown>
              <ImageForm
                image={image}
                align={alignmentOf(preserved)}
                onImage={(next) => updateAttributes({ image: next })}
                onAlign={(align) =>
                  updateAttributes({ preserved: withAlignment(preserved, align) })
                }
              />
            </Popover.Dropdown>
          </Popover>
        </span>
      )}
      <NodeViewContent
        as={'figcaption' as 'div'}
        className={classes.caption}
        data-empty={!isCaptioned}
        data-placeholder={editor.isEditable ? t('text.caption') : ''}
      />
      {!image['alt'] && (
        <Text size="xs" c="dimmed" contentEditable={false}>
          {t('text.noAlt')}
        </Text>
      )}
    </NodeViewWrapper>
  )
}

interface ImageFormProps {
  image: PreservedAttributes
  align: Alignment
  onImage: (image: PreservedAttributes) => void
  onAlign: (align: Alignment) => void
}

const sizes = ['25%', '50%', '75%', ''] as const

function ImageForm({ image, align, onImage, onAlign }: ImageFormProps) {
  const t = useText()
  const width = image['width'] ?? ''
  return (
    <Stack gap="sm">
      <GrowingTextarea
        data-autofocus
        label={t('text.alt')}
        description={t('text.altHint')}
        minRows={2}
        maxRows={6}
        value={image['alt'] ?? ''}
        onChange={({ currentTarget }) => onImage({ ...image, alt: currentTarget.value })}
      />
      <Choice label={t('text.size')}>
        {(labelId) => (
          <SegmentedControl
            fullWidth
            size="xs"
            aria-labelledby={labelId}
            value={width}
            data={sizes.map((size) => ({ value: size, label: size || t('text.sizeFull') }))}
            onChange={(size) => onImage(resized(image, size))}
          />
        )}
      </Choice>
      <Choice label={t('text.alignment')}>
        {(labelId) => (
          <SegmentedControl
            fullWidth
            size="xs"
            aria-labelledby={labelId}
            value={align}
            data={alignments.map((one) => ({ value: one, label: t(`text.align.${one}`) }))}
            onChange={onAlign}
          />
        )}
      </Choice>
    </Stack>
  )
}

function Choice({ label, children }: { label: string; children: (labelId: string) => ReactNode }) {
  const id = useId()
  return (
    <div>
      <Text size="sm" fw={500} id={id}>
        {label}
      </Text>
      {children(id)}
    </div>
  )
}

/** A fixed height would distort an image of another width. */
function resized(image: PreservedAttributes, width: string): PreservedAttributes {
  const { width: _width, height: _height, ...others } = image
  return width === '' ? others : { ...others, width }
}
