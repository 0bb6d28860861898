import { Button, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Release, ReleaseEntry } from '@octavo/schema/admin/releases.ts'
import { useQuery } from '@tanstack/react-query'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { errorText } from '../../i18n/problems.ts'
import { useText } from '../../i18n/text.tsx'
import { isSame } from '../item/draft/same.ts'
import { ComparedFields } from '../item/history/compared-fields.tsx'
import { ownFields, type Compared } from '../item/history/use-compared.ts'
import review from '../item/review/review.module.css'

interface EntryChangesProps {
  release: Release
  entry: ReleaseEntry
  onClose: () => void
}

/** Compares what a release publishes of one language of an item with what is public. */
export function EntryChanges({ release, entry, onClose }: EntryChangesProps) {
  const t = useText()
  const { root, schema } = useSession()
  const isNarrow = useMediaQuery('(max-width: 52em)') ?? false
  const { item, language, title } = entry
  const params = { root, release: release.luid, id: item.id }
  const { data, error } = useQuery({
    queryKey: ['releases', root, 'changes', release.luid, item.id],
    queryFn: ({ signal }) => admin.call('readReleaseItem', { params, signal }),
  })
  const own = data?.languages.find((one) => one.language === language)
  const model = schema.modelByLuid.get(item.model)
  const sides: Compared | undefined =
    data && own && model
      ? {
          fields: ownFields(model.fields, language === schema.mainLanguage.key),
          before: own.published ?? {},
          after: own.fields ?? {},
          labels: data,
        }
      : undefined
  const changed = (sides?.fields ?? []).filter(
    ({ luid }) => !isSame(sides?.before[luid], sides?.after[luid]),
  )
  return (
    <Dialog
      onClose={onClose}
      size={1040}
      fullScreen={isNarrow}
      title={t('release.changesOf', { title: title || item.title || t('common.untitled') })}
    >
      {error && (
        <Text size="sm" role="alert" c="var(--mantine-color-error)">
          {errorText(error, t)}
        </Text>
      )}
      {!sides && !error && <Text size="sm">{t('common.loading')}</Text>}
      {sides && (
        <ComparedFields
          sides={sides}
          changed={changed}
          language={language ?? schema.mainLanguage.key}
          names={{ before: t('review.published'), after: release.name }}
          others={[]}
        />
      )}
      <div className={review.foot}>
        <Button variant="default" onClick={onClose}>
          {t('action.close')}
        </Button>
      </div>
    </Dialog>
  )
}
