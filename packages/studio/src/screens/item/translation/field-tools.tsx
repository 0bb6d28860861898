import { ActionIcon, Popover } from '@mantine/core'
import type { Field, Model } from '@octavo/schema/definitions.ts'
import { IconCopy, IconHistory } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { useSession } from '../../../api/session.tsx'
import { useEditing } from '../../../fields/editing.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/text.tsx'
import type { DraftStore } from '../draft/draft-store.ts'
import { SideBySide } from '../review/side-by-side.tsx'
import { useDraft } from '../use-draft.ts'
import classes from './translation.module.css'
import { useCopying } from './use-copying.tsx'
import { hasChanged, useOriginal } from './use-original.ts'
import { WidthMenu } from './width-menu.tsx'

interface FieldToolsProps {
  store: DraftStore
  model: Model
  field: Field
  language: string
  /** The element around the inputs of the field. */
  box: RefObject<HTMLElement | null>
}

/** Beside the name of a translated field: what has changed in the original, and tools for the text. */
export function FieldTools({ store, model, field, language, box }: FieldToolsProps) {
  const t = useText()
  const format = useFormat()
  const { schema } = useSession()
  const { isReadOnly } = useEditing()
  const { start, dialog } = useCopying(store, model, language)
  const { earlier } = useOriginal(store, language)
  const isChanged = useDraft(store, ({ values }) =>
    hasChanged(field, earlier, values[schema.mainLanguage.key]),
  )
  const source = format.language(schema.mainLanguage.key)
  const isFixed = isReadOnly || field.readOnly === true
  const copy = t('translation.copyField', { source, field: field.name })
  return (
    <div className={classes.tools}>
      {isChanged && (
        <OriginalChange
          store={store}
          field={field}
          before={earlier?.fields[field.luid]}
          source={source}
        />
      )}
      {!isFixed && isPlainText(field) && language === 'ja' && <WidthMenu box={box} field={field} />}
      {!isFixed && (
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          aria-label={copy}
          title={copy}
          onClick={() => start([field])}
        >
          <IconCopy size={15} aria-hidden />
        </ActionIcon>
      )}
      {dialog}
    </div>
  )
}

function isPlainText({ type }: Field): boolean {
  return type === 'text' || type === 'multiline'
}

interface OriginalChangeProps {
  store: DraftStore
  field: Field
  before: unknown
  source: string
}

/** Opens the difference of one field. */
function OriginalChange({ store, field, before, source }: OriginalChangeProps) {
  const t = useText()
  const { schema } = useSession()
  const main = schema.mainLanguage.key
  const after = useDraft(store, ({ values }) => values[main]?.[field.luid])
  const labels = useDraft(store, (state) => state.labels)
  const label = t('translation.fieldChanged', { source, field: field.name })
  return (
    <Popover width={640} position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <ActionIcon
          size="sm"
          variant="subtle"
          className={classes.changed}
          aria-label={label}
          title={label}
        >
          <IconHistory size={15} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.difference} lang={main} aria-label={label} tabIndex={0}>
        <SideBySide
          field={field}
          values={{ before, after }}
          labels={labels}
          names={{ before: t('translation.before'), after: t('translation.now') }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
