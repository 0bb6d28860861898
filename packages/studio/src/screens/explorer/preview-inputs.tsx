import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { admin } from '../../api/admin.ts'
import { useSession } from '../../api/session.tsx'
import { TimeInput } from '../../components/time-input.tsx'
import { useText } from '../../i18n/text.tsx'
import type { ReadRequest } from './read-request.ts'

interface PreviewInputsProps {
  request: ReadRequest
  onChange: (change: Partial<ReadRequest>) => void
}

/** Releases and a time whose content the response shows before it is published. */
export function PreviewInputs({ request, onChange }: PreviewInputsProps) {
  const t = useText()
  const { root } = useSession()
  const { data } = useQuery({
    queryKey: ['releases', root, 'open'],
    queryFn: ({ signal }) =>
      admin.call('listReleases', { params: { root }, query: { limit: '100' }, signal }),
  })
  const known = (data?.rows ?? []).map(({ luid, name }) => ({ value: luid, label: name || luid }))
  const others = request.releases.filter((luid) => !known.some(({ value }) => value === luid))
  return (
    <>
      <MultiSelect
        label={t('explorer.releases')}
        description={t('explorer.releasesHelp')}
        searchable
        data={[...known, ...others.map((luid) => ({ value: luid, label: luid }))]}
        nothingFoundMessage={t('picker.none')}
        value={request.releases}
        onChange={(releases) => onChange({ releases })}
      />
      <TimeInput
        label={t('explorer.at')}
        description={t('explorer.atHelp')}
        value={request.at}
        onChange={(at) => onChange({ at: at ?? '' })}
      />
    </>
  )
}
