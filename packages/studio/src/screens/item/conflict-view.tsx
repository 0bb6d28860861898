import { Alert, Button, Group, Radio, Text } from '@mantine/core'
import type { Model } from '@octavo/schema/definitions.ts'
import { useState } from 'react'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import type { DraftStore } from './draft/draft-store.ts'
import classes from './editor.module.css'
import { SideBySide } from './review/side-by-side.tsx'
import { useDraft } from './use-draft.ts'

/** Shows both versions of fields that two users changed, with a choice for each. Saving waits for it. */
export function ConflictView({ store, model }: { store: DraftStore; model: Model }) {
  const t = useText()
  const format = useFormat()
  const conflicts = useDraft(store, (state) => state.conflicts)
  const labels = useDraft(store, (state) => state.labels)
  const who = useDraft(store, ({ item }) => item?.changedBy?.name ?? '')
  const [choices, setChoices] = useState<Record<number, 'mine' | 'theirs'>>({})
  if (conflicts.length === 0) return null
  return (
    <Alert
      color="yellow"
      variant="light"
      role="alert"
      title={t('conflict.title', { who: who || t('conflict.anotherUser') })}
    >
      <Text size="sm" mb="sm">
        {t('conflict.hint')}
      </Text>
      {conflicts.map(({ language, luid, mine, theirs, text }, index) => {
        const field = model.fields.find((one) => one.luid === luid)
        if (!field) return null
        return (
          <Radio.Group
            key={`${language}.${luid}.${text?.number ?? 0}`}
            label={`${field.name} (${format.language(language)})`}
            value={choices[index] ?? 'mine'}
            onChange={(value) => setChoices({ ...choices, [index]: value })}
          >
            <div className={classes.conflict} lang={language}>
              <SideBySide
                field={field}
                values={{ before: mine, after: theirs }}
                labels={labels}
                names={{ before: t('conflict.mine'), after: t('conflict.theirs') }}
                head={(side) => {
                  const whose = side === 'before' ? 'mine' : 'theirs'
                  return <Radio value={whose} label={t(`conflict.${whose}`)} />
                }}
              />
            </div>
          </Radio.Group>
        )
      })}
      <Group>
        <Button size="xs" onClick={() => store.resolve((index) => choices[index] !== 'theirs')}>
          {t('conflict.apply')}
        </Button>
      </Group>
    </Alert>
  )
}
