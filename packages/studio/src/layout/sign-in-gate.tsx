import { Center, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, type ReactNode } from 'react'
import { bootstrapQuery } from '../api/bootstrap.ts'
import { useText } from '../i18n/text.tsx'
import { SignIn } from '../screens/account-entry/sign-in.tsx'
import { Alone, later } from './later.tsx'
import { Wrong } from './wrong.tsx'

const SetUp = later(async () => (await import('../screens/account-entry/set-up.tsx')).SetUp, Alone)

/** Shows what needs a signed-in user, or what makes one. */
export function SignInGate({ root, children }: { root: string | undefined; children: ReactNode }) {
  const t = useText()
  const { data, error, refetch } = useQuery(bootstrapQuery(root))
  const loading = (
    <Center h="100vh">
      <Loader aria-label={t('common.loading')} size="sm" />
    </Center>
  )
  if (error && !data) return <Wrong error={error} reset={() => void refetch()} />
  if (!data) return loading
  if (data.state === 'signedOut') return <SignIn />
  if (data.state === 'setup') {
    return (
      <Suspense fallback={loading}>
        <SetUp />
      </Suspense>
    )
  }
  return children
}
