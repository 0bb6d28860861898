import { Alert, Button, Group, Radio, Text } from '@mantine/core'
import type { Model } from '@octavo/schema/definitions.ts'
import { useState } from 'react'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import type { DraftStore } from './draft/draft-store.ts'
import classes from './editor.module.css'
import { SideBySide } from './review/side-by-side.tsx'
import { useDraft } from './use-draft.ts'

/** Two people changed the same field: both versions, and a choice for each. Nothing is lost meanwhile. */
export function ClashView({ store, model }: { store: DraftStore; model: Model }) {
  const t = useText()
  const format = useFormat()
  const clashes = useDraft(store, (state) => state.clashes)
  const labels = useDraft(store, (state) => state.labels)
  const who = useDraft(store, ({ item }) => item?.changedBy?.name ?? '')
  const [choices, setChoices] = useState<Record<number, 'mine' | 'theirs'>>({})
  if (clashes.length === 0) return null
  return (
    <Alert
      color="yellow"
      variant="light"
      role="alert"
      title={t('clash.title', { who: who || t('clash.somebody') })}
    >
      <Text size="sm" mb="sm">
        {t('clash.hint')}
      </Text>
      {clashes.map(({ language, luid, mine, theirs }, index) => {
        const field = model.fields.find((one) => one.luid === luid)
        if (!field) return null
        return (
          <Radio.Group
            key={`${language}.${luid}`}
            label={`${field.name} (${format.language(language)})`}
            value={choices[index] ?? 'mine'}
            onChange={(value) => setChoices({ ...choices, [index]: value })}
          >
            <div className={classes.clash} lang={language}>
              <SideBySide
                field={field}
                values={{ before: mine, after: theirs }}
                labels={labels}
                names={{ before: t('clash.mine'), after: t('clash.theirs') }}
                head={(side) => {
                  const whose = side === 'before' ? 'mine' : 'theirs'
                  return <Radio value={whose} label={t(`clash.${whose}`)} />
                }}
              />
            </div>
          </Radio.Group>
        )
      })}
      <Group>
        <Button size="xs" onClick={() => store.resolve((index) => choices[index] !== 'theirs')}>
          {t('clash.apply')}
        </Button>
      </Group>
    </Alert>
  )
}
