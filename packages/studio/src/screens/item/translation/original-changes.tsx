import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { Model } from '@octavo/schema/definitions.ts'
import { useMutation } from '@tanstack/react-query'
import { admin, AdminFailure } from '../../../api/admin.ts'
import { useSession } from '../../../api/session.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { showNotice } from '../../../components/notice.tsx'
import { useFormat } from '../../../i18n/format.ts'
import { useText } from '../../../i18n/text.tsx'
import { isDirty } from '../draft/draft-state.ts'
import type { DraftStore } from '../draft/draft-store.ts'
import review from '../review/review.module.css'
import { SideBySide } from '../review/side-by-side.tsx'
import { useDraft } from '../use-draft.ts'
import { useSettle } from '../use-settle.ts'
import { hasChanged, useOriginal } from './use-original.ts'
import { Loading } from '../../../components/loading.tsx'

interface OriginalChangesProps {
  store: DraftStore
  model: Model
  language: string
  onClose: () => void
}

/** What has changed in the main language since a translation, and a button to mark it as up to date. */
export function OriginalChangesDialog({ store, model, language, onClose }: OriginalChangesProps) {
  const t = useText()
  const format = useFormat()
  const { schema, can } = useSession()
  const main = schema.mainLanguage.key
  const labels = useDraft(store, (state) => state.labels)
  const now = useDraft(store, ({ values }) => values[main])
  const { earlier, error } = useOriginal(store, language)
  const changed = model.fields.filter((field) => hasChanged(field, earlier, now))
  const confirm = useConfirm(store, language, onClose)
  const source = format.language(main)
  const target = format.language(language)
  const names = {
    before: earlier ? t('translation.then', { time: format.dateTime(earlier.at) }) : '',
    after: t('translation.now'),
  }
  return (
    <Dialog onClose={onClose} size="xl" title={t('translation.changesTitle', { source, target })}>
      <Stack>
        {earlier === undefined && !error && <Loading size="sm" />}
        {(error ?? confirm.error) && (
          <Alert color="red" role="alert">
            {t('translation.failed')}
          </Alert>
        )}
        {earlier === null && <Text size="sm">{t('translation.notStored', { source })}</Text>}
        {earlier && changed.length === 0 && <Text size="sm">{t('history.same')}</Text>}
        {earlier && changed.length > 0 && (
          <div className={`${review.columns} ${review.heads}`} aria-hidden>
            <span>{names.before}</span>
            <span>{names.after}</span>
          </div>
        )}
        {changed.map((field) => (
          <section key={field.id} className={review.field} aria-label={field.name} lang={main}>
            <h3 className={review.name}>{field.name}</h3>
            <SideBySide
              field={field}
              values={{ before: earlier?.fields[field.luid], after: now?.[field.luid] }}
              labels={labels}
              names={names}
            />
          </section>
        ))}
        <Group justify="flex-end" gap="xs">
          {can('writer') && (
            <Button variant="default" loading={confirm.isPending} onClick={() => confirm.mutate()}>
              {t('translation.confirm')}
            </Button>
          )}
          <Button data-autofocus onClick={onClose}>
            {t('action.close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

function useConfirm(store: DraftStore, language: string, onDone: () => void) {
  const t = useText()
  const format = useFormat()
  const { root, schema } = useSession()
  const settle = useSettle(store)
  return useMutation({
    mutationFn: async () => {
      await store.flush()
      const { item, saveState } = store.get()
      if (!item || isDirty(store.get())) throw new Error(`not saved: ${saveState}`)
      const original = item.languages.find((one) => one.language === schema.mainLanguage.key)
      return admin.call('confirmTranslation', {
        params: { root, id: item.id },
        body: { language, expected: original?.version ?? null },
      })
    },
    onSuccess: (item) => {
      settle(item)
      onDone()
      showNotice({ text: t('translation.confirmed', { target: format.language(language) }) })
    },
    onError: (error) => {
      if (error instanceof AdminFailure && error.current) store.receive(error.current)
    },
  })
}
