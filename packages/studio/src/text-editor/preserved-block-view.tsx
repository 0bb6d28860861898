import { Button, Group, Text } from '@mantine/core'
import { NodeViewWrapper, ReactNodeViewRenderer, type NodeViewProps } from '@tiptap/react'
import { use, useState } from 'react'
import { Dialog } from '../components/dialog.tsx'
import { Thumbnail } from '../components/media-tile.tsx'
import type { TextKey } from '../i18n/en/en.ts'
import { useText } from '../i18n/text.tsx'
import { elementFrom } from './preserved.ts'
import { PreservedBlock } from './preserve-extension.ts'
import { TextLabelsContext } from './labels-context.ts'
import classes from './text-editor.module.css'
import { GrowingTextarea } from '../components/growing-textarea.tsx'

/** The names that the insert menu shows. */
const kinds: Record<string, TextKey> = {
  content: 'text.contentEmbed',
  media: 'text.mediaEmbed',
  html: 'text.html',
  iframe: 'text.frame',
}

export const PreservedBlockView = PreservedBlock.extend({
  addNodeView: () => ReactNodeViewRenderer(PreservedBox),
})

/** Shows an embed by the name of its content, and other blocks by their kind. All can be edited as HTML. */
function PreservedBox({ node, updateAttributes, deleteNode, editor }: NodeViewProps) {
  const t = useText()
  const labels = use(TextLabelsContext)
  const html = String(node.attrs['html'])
  const element = elementFrom(html)
  const [draft, setDraft] = useState<string | null>(null)
  const contentId = Number(element.getAttribute('data-service-content-id'))
  const mediaId = Number(element.getAttribute('data-service-media-id'))
  const media = labels.media[mediaId]
  const name = element.getAttribute('data-service-ftelm') ?? element.localName
  const kind = kinds[name]
  const title = (): string => {
    if (contentId > 0)
      return labels.items[contentId]?.title || t('text.embedContent', { id: contentId })
    if (mediaId > 0) return media?.filename ?? t('text.embedMedia', { id: mediaId })
    return element.textContent.trim().slice(0, 120) || element.getAttribute('src') || name
  }
  return (
    <NodeViewWrapper className={classes.preserved} contentEditable={false}>
      {media && (
        <span className={classes.preservedImage}>
          <Thumbnail item={media} size="block" />
        </span>
      )}
      <span className={classes.preservedText}>
        <Text size="xs" c="dimmed" component="span">
          {kind === undefined ? name : t(kind)}
        </Text>
        <span>{title()}</span>
      </span>
      {editor.isEditable && (
        <Group gap={4}>
          <Button size="compact-xs" variant="default" onClick={() => setDraft(html)}>
            {t('text.editHtml')}
          </Button>
          <Button size="compact-xs" variant="subtle" color="gray" c="inherit" onClick={deleteNode}>
            {t('action.remove')}
          </Button>
        </Group>
      )}
      <Dialog
        opened={draft !== null}
        onClose={() => setDraft(null)}
        title={t('text.editHtml')}
        size="lg"
      >
        <GrowingTextarea
          aria-label="HTML"
          minRows={6}
          maxRows={20}
          ff="monospace"
          value={draft ?? ''}
          onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        />
        <Group mt="md" justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => setDraft(null)}>
            {t('action.cancel')}
          </Button>
          <Button
            onClick={() => {
              if (draft?.trim()) updateAttributes({ html: draft })
              else deleteNode()
              setDraft(null)
            }}
          >
            {t('action.apply')}
          </Button>
        </Group>
      </Dialog>
    </NodeViewWrapper>
  )
}
