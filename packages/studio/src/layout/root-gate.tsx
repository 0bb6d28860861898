import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { bootstrapQuery } from '../api/bootstrap.ts'
import { SessionProvider } from '../api/session.tsx'
import { NotFound } from './not-found.tsx'
import { Shell } from './shell.tsx'
import { SignInGate } from './sign-in-gate.tsx'

/** Everything inside one root space. */
export function RootGate() {
  const { root } = useParams({ from: '/$root' })
  const { data } = useQuery(bootstrapQuery(root))
  return (
    <SignInGate root={root}>
      {data?.state === 'ready' && data.root?.luid === root ? (
        <SessionProvider boot={data}>
          <Shell>
            <Outlet />
          </Shell>
        </SessionProvider>
      ) : (
        <NotFound />
      )}
    </SignInGate>
  )
}
