import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { admin } from '../../../api/admin.ts'
import { useText } from '../../../i18n/text.tsx'
import { Secret } from '../keys/secret.tsx'
import { CredentialTable } from '../credentials.tsx'
import { NewToken, type CreatedToken } from './new-token.tsx'
import { TokenRow } from './token-row.tsx'

export function Tokens() {
  const t = useText()
  const client = useQueryClient()
  const [isCreating, setIsCreating] = useState(false)
  const [created, setCreated] = useState<CreatedToken | null>(null)
  const { data } = useQuery({
    queryKey: ['tokens'],
    queryFn: ({ signal }) => admin.call('listTokens', { params: {}, signal }),
  })
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t('tokens.hint')}
      </Text>
      {created && (
        <Secret
          title={t('tokens.created', { name: created.info.name })}
          secret={created.token}
          hint={t('tokens.once')}
          doneText={t('tokens.copied')}
          onDone={() => setCreated(null)}
        />
      )}
      {isCreating ? (
        <NewToken
          onCancel={() => setIsCreating(false)}
          onCreated={(token) => {
            setCreated(token)
            setIsCreating(false)
            void client.invalidateQueries({ queryKey: ['tokens'] })
          }}
        />
      ) : (
        <Group>
          <Button onClick={() => setIsCreating(true)}>{t('tokens.new')}</Button>
        </Group>
      )}
      {data?.tokens.length === 0 && <Text c="dimmed">{t('tokens.none')}</Text>}
      {data && data.tokens.length > 0 && (
        <CredentialTable>
          {data.tokens.map((token) => (
            <TokenRow key={token.id} info={token} />
          ))}
        </CredentialTable>
      )}
    </Stack>
  )
}
