import { Button, Group, Stack, Text } from '@mantine/core'
import type { CreatedKey } from '@octavo/schema/admin/settings.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../../../api/admin.ts'
import { useSession } from '../../../api/session.tsx'
import { useText } from '../../../i18n/text.tsx'
import { CredentialTable } from '../credentials.tsx'
import { KeyRow } from './key-row.tsx'
import { NewKey } from './new-key.tsx'
import { Secret } from './secret.tsx'

export function Keys() {
  const t = useText()
  const client = useQueryClient()
  const { root } = useSession()
  const [isMaking, setIsMaking] = useState(false)
  const [made, setMade] = useState<CreatedKey | null>(null)
  const { data } = useQuery({
    queryKey: ['keys', root],
    queryFn: ({ signal }) => admin.call('listKeys', { params: { root }, signal }),
  })
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t('keys.hint')}
      </Text>
      {made && (
        <Secret
          title={t('keys.created', { name: made.info.name })}
          secret={made.key}
          hint={t('keys.once')}
          doneText={t('keys.haveIt')}
          onDone={() => setMade(null)}
        />
      )}
      {isMaking ? (
        <NewKey
          onCancel={() => setIsMaking(false)}
          onMade={(key) => {
            setMade(key)
            setIsMaking(false)
            void client.invalidateQueries({ queryKey: ['keys', root] })
          }}
        />
      ) : (
        <Group>
          <Button onClick={() => setIsMaking(true)}>{t('keys.new')}</Button>
        </Group>
      )}
      {data?.keys.length === 0 && <Text c="dimmed">{t('keys.none')}</Text>}
      {data && data.keys.length > 0 && (
        <CredentialTable>
          {data.keys.map((key) => (
            <KeyRow key={key.id} info={key} />
          ))}
        </CredentialTable>
      )}
    </Stack>
  )
}
