import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { statusOf } from './admin.ts'
import { noteSessionEnd } from './session-end.ts'

function onError(error: unknown): void {
  if (statusOf(error) === 401) noteSessionEnd()
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({
    // Wrong credentials do not end a session.
    onError: (error, _variables, _result, { meta }) => meta?.['isSignIn'] || onError(error),
  }),
  defaultOptions: {
    queries: {
      staleTime: 5000,
      refetchOnWindowFocus: true,
      // A rejected request would be rejected again. A retry can succeed if the server was unreachable,
      // failed, or was overloaded.
      retry: (count, error) => [0, 500, 503].includes(statusOf(error) ?? 500) && count < 2,
    },
  },
})
