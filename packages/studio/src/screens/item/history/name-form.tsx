import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../../../api/admin.ts'
import { useSession } from '../../../api/session.tsx'
import { errorText } from '../../../i18n/problems.ts'
import { useText } from '../../../i18n/text.tsx'
import classes from './history.module.css'

interface NameFormProps {
  itemId: number
  revision: number
  name: string
}

/** Names a revision, so that it is never removed automatically. */
export function NameForm({ itemId, revision, name }: NameFormProps) {
  const t = useText()
  const { root } = useSession()
  const client = useQueryClient()
  const [text, setText] = useState(name)
  const save = useMutation({
    mutationFn: () =>
      admin.call('nameRevision', {
        params: { root, id: itemId, revision: String(revision) },
        body: { name: text.trim() || null },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['revisions', root, itemId] }),
  })
  return (
    <form
      className={classes.nameForm}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <TextInput
        label={t('history.name')}
        description={t('history.nameHint')}
        value={text}
        maxLength={200}
        error={save.error && errorText(save.error, t)}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button
        type="submit"
        variant="default"
        loading={save.isPending}
        disabled={text.trim() === name}
      >
        {t('action.save')}
      </Button>
    </form>
  )
}
