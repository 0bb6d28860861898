import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { bootstrapQuery } from '../api/bootstrap.ts'
import { NoSpace } from './no-space.tsx'
import { SignInGate } from './sign-in-gate.tsx'

/** The root URL: redirects to the first space that the user can access. */
export function Entry() {
  const { data } = useQuery(bootstrapQuery(undefined))
  return (
    <SignInGate root={undefined}>
      {data?.state === 'ready' && data.root ? (
        <Navigate to="/$root/start" params={{ root: data.root.luid }} replace />
      ) : (
        <NoSpace />
      )}
    </SignInGate>
  )
}
