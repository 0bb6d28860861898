import { Alert, Button, Group, Radio, Text } from '@mantine/core'
import type { Model } from '@octavo/schema/definitions.ts'
import { useState } from 'react'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/text.tsx'
import type { DraftStore } from './draft/draft-store.ts'
import classes from './editor.module.css'
import { useDraft } from './use-draft.ts'

/** Two people changed the same field: both versions, and a choice for each. Nothing is lost meanwhile. */
export function ClashView({ store, model }: { store: DraftStore; model: Model }) {
  const t = useText()
  const format = useFormat()
  const clashes = useDraft(store, (state) => state.clashes)
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
      {clashes.map(({ language, luid, mine, theirs }, index) => (
        <Radio.Group
          key={`${language}.${luid}`}
          label={`${model.fields.find((field) => field.luid === luid)?.name ?? luid} (${format.language(language)})`}
          value={choices[index] ?? 'mine'}
          onChange={(value) => setChoices({ ...choices, [index]: value })}
        >
          <div className={classes.clash}>
            {(['mine', 'theirs'] as const).map((side) => (
              <div key={side}>
                <Radio value={side} label={t(`clash.${side}`)} mb={6} />
                <pre className={classes.code}>
                  {shown(side === 'mine' ? mine : theirs) || t('common.empty')}
                </pre>
              </div>
            ))}
          </div>
        </Radio.Group>
      ))}
      <Group>
        <Button size="xs" onClick={() => store.resolve((index) => choices[index] !== 'theirs')}>
          {t('clash.apply')}
        </Button>
      </Group>
    </Alert>
  )
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string')
    return value.replace(/<\/(?:p|h\d|li|div)>/g, '\n').replace(/<[^>]*>/g, '')
  return JSON.stringify(value, null, 2)
}
