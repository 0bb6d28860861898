import { Center } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { bootstrapQuery } from '../api/bootstrap.ts'
import { SignIn } from '../screens/account-entry/sign-in.tsx'
import { FullScreen, lazyPart } from './lazy-part.tsx'
import { ErrorView } from './error-view.tsx'
import { Loading } from '../components/loading.tsx'

const SetUp = lazyPart(
  async () => (await import('../screens/account-entry/set-up.tsx')).SetUp,
  FullScreen,
  Opening,
)

/** Shows its children to a signed-in user, otherwise setup or sign-in. */
export function SignInGate({ root, children }: { root: string | undefined; children: ReactNode }) {
  const { data, error, refetch } = useQuery(bootstrapQuery(root))
  if (error && !data) return <ErrorView error={error} reset={() => void refetch()} />
  if (!data) return <Opening />
  if (data.state === 'signedOut') return <SignIn />
  return data.state === 'setup' ? <SetUp /> : children
}

function Opening() {
  return (
    <Center h="100vh">
      <Loading size="sm" />
    </Center>
  )
}
