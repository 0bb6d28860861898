import { Alert, NativeSelect } from '@mantine/core'
import { releaseActions } from '@octavo/schema/choices.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { DialogForm } from '../../components/dialog-form.tsx'
import { useFormat } from '../../i18n/format.ts'
import { errorText } from '../../i18n/problems.ts'
import { useText } from '../../i18n/text.tsx'
import { NewRelease } from './new-release.tsx'
import { isOpen, useReleaseChange } from './use-release.ts'

interface AddToReleaseProps {
  ids: readonly number[]
  /** Saves unsaved edits first, because the saved draft is copied. */
  prepare?: () => Promise<unknown>
  onClose: () => void
}

type Action = (typeof releaseActions)[number]
const all = ''
const newRelease = ' '

/** Adds the drafts of items to a release, or what to unpublish or delete. */
export function AddToRelease({ ids, prepare, onClose }: AddToReleaseProps) {
  const t = useText()
  const format = useFormat()
  const { root, schema } = useSession()
  const { languages } = schema.root
  const [chosen, setChosen] = useState<string | null>(null)
  const [action, setAction] = useState<Action>('publish')
  const [language, setLanguage] = useState(all)
  const { data } = useQuery({
    queryKey: ['releases', root, 'open'],
    queryFn: ({ signal }) =>
      admin.call('listReleases', { params: { root }, query: { limit: '100' }, signal }),
  })
  const open = (data?.rows ?? []).filter(isOpen)
  const luid = chosen ?? open[0]?.luid ?? newRelease
  const add = useReleaseChange(
    async () => {
      await prepare?.()
      return admin.call('addToRelease', {
        params: { root, release: luid },
        body: {
          ids: [...ids],
          action,
          ...(action !== 'delete' && language !== all && { language }),
        },
      })
    },
    'release.addedItems',
    onClose,
  )
  if (data && luid === newRelease) {
    const back = open.length > 0 ? () => setChosen(null) : onClose
    return <NewRelease onClose={back} onCreated={(release) => setChosen(release.luid)} />
  }
  return (
    <DialogForm
      title={t('release.addTitle')}
      action={t('action.add')}
      isBusy={add.isPending}
      isDisabled={!data}
      onSubmit={() => add.mutate()}
      onClose={onClose}
    >
      {add.error && (
        <Alert color="red" role="alert">
          {errorText(add.error, t)}
        </Alert>
      )}
      <NativeSelect
        label={t('release.release')}
        data={[
          ...open.map((release) => ({ value: release.luid, label: release.name })),
          { value: newRelease, label: t('release.newChoice') },
        ]}
        value={luid}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      <NativeSelect
        label={t('release.change')}
        description={t('release.copyHint')}
        data={releaseActions.map((value) => ({ value, label: t(`release.action.${value}`) }))}
        value={action}
        onChange={({ currentTarget }) =>
          setAction(releaseActions.find((one) => one === currentTarget.value) ?? 'publish')
        }
      />
      {languages.length > 1 && action !== 'delete' && (
        <NativeSelect
          label={t('list.language')}
          data={[
            { value: all, label: t('release.allLanguages') },
            ...languages.map(({ key }) => ({ value: key, label: format.language(key) })),
          ]}
          value={language}
          onChange={({ currentTarget }) => setLanguage(currentTarget.value)}
        />
      )}
    </DialogForm>
  )
}
