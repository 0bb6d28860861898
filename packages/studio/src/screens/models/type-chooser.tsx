import { TextInput } from '@mantine/core'
import { typesIn, type FieldTypeName } from '@octavo/schema/field-types.ts'
import type { Owner } from '@octavo/schema/field-types/field-type.ts'
import { useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { useText } from '../../i18n/text.tsx'
import classes from './models.module.css'
import { TypeIcon } from './type-icon.tsx'

interface TypeChooserProps {
  owner: Owner
  hasFieldSets: boolean
  onChoose: (type: FieldTypeName) => void
  onClose: () => void
}

/** A searchable list of the field types, each with a description. */
export function TypeChooser({ owner, hasFieldSets, onChoose, onClose }: TypeChooserProps) {
  const t = useText()
  const [text, setText] = useState('')
  const query = text.trim().toLowerCase()
  const needsSet: FieldTypeName[] = hasFieldSets ? [] : ['combination', 'fieldset']
  const types = typesIn(owner)
    .filter((type) => !needsSet.includes(type))
    .filter((type) =>
      `${type} ${t(`field.${type}`)} ${t(`models.type.${type}`)}`.toLowerCase().includes(query),
    )
  return (
    <Dialog onClose={onClose} size="lg" title={t('models.addField')}>
      <TextInput
        data-autofocus
        mb="sm"
        type="search"
        aria-label={t('common.search')}
        placeholder={t('common.search')}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={({ key, nativeEvent }) => {
          if (key === 'Enter' && !nativeEvent.isComposing && types[0]) onChoose(types[0])
        }}
      />
      <div className={classes.cards}>
        {types.map((type) => (
          <button key={type} type="button" className={classes.card} onClick={() => onChoose(type)}>
            <strong>
              <TypeIcon type={type} />
              {t(`field.${type}`)}
            </strong>
            <span>{t(`models.type.${type}`)}</span>
          </button>
        ))}
      </div>
    </Dialog>
  )
}
