import { TextInput } from '@mantine/core'
import { isLuid } from '@octavo/schema/names.ts'
import { useState } from 'react'
import { DialogForm } from '../../components/dialog-form.tsx'
import { useText } from '../../i18n/text.tsx'
import { freeLuid, luidFrom, newKey, type Kind, type WorkType } from './work.ts'

interface NewTypeProps {
  kind: Kind
  taken: string[]
  onClose: () => void
  onMake: (type: WorkType) => void
}

export function NewType({ kind, taken, onClose, onMake }: NewTypeProps) {
  const t = useText()
  const [name, setName] = useState('')
  const [luid, setLuid] = useState<string | null>(null)
  const shown = luid ?? (luidFrom(name) === '' ? '' : freeLuid(luidFrom(name), taken))
  const isTaken = taken.includes(shown)
  const isValid = isLuid(shown) && !isTaken && name.trim() !== ''
  const luidError = (): string | undefined => {
    if (isTaken) return t('models.luidTaken')
    return shown !== '' && !isLuid(shown) ? t('models.luidRule') : undefined
  }
  return (
    <DialogForm
      title={t(`models.new.${kind}`)}
      action={t('action.add')}
      isBusy={false}
      isDisabled={!isValid}
      onClose={onClose}
      onSubmit={() => {
        if (isValid)
          onMake({ key: newKey(), savedAs: null, luid: shown, name: name.trim(), fields: [] })
      }}
    >
      <TextInput
        data-autofocus
        label={t('common.name')}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <TextInput
        label="LUID"
        description={t('models.luidHint')}
        error={luidError()}
        value={shown}
        onChange={({ currentTarget }) => setLuid(currentTarget.value)}
      />
    </DialogForm>
  )
}
