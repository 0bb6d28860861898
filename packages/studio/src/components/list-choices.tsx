/** Selects that the lists of content and media share. */
import { NativeSelect } from '@mantine/core'
import { useSession } from '../api/session.tsx'
import { useText } from '../i18n/text.tsx'

interface ChoiceProps {
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** The option '' stands for the default. */
export function Choice({
  label,
  data,
  value,
  onChange,
}: ChoiceProps & { label: string; data: { value: string; label: string }[] }) {
  return (
    <NativeSelect
      aria-label={label}
      data={data}
      value={value ?? ''}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === '' ? undefined : currentTarget.value)
      }
    />
  )
}

/** Renders nothing if there is only one space. */
export function SpaceChoice(props: ChoiceProps) {
  const t = useText()
  const { spaces } = useSession()
  if (spaces.length < 2) return null
  const data = [
    { value: '', label: t('list.allSpaces') },
    ...spaces.map(({ luid, name }) => ({ value: luid, label: name })),
  ]
  return <Choice label={t('list.space')} data={data} {...props} />
}

interface StateChoiceProps extends ChoiceProps {
  /** Media cannot be scheduled, and have no review dates. */
  hasPlans?: boolean
}

export function StateChoice({ hasPlans = false, ...props }: StateChoiceProps) {
  const t = useText()
  const data = [
    { value: '', label: t('list.active') },
    ...(hasPlans ? (['scheduled', 'review'] as const) : []).map((value) => ({
      value,
      label: t(`list.${value}`),
    })),
    { value: 'archived', label: t('list.archived') },
    { value: 'trash', label: t('list.trash') },
  ]
  return <Choice label={t('list.state')} data={data} {...props} />
}
