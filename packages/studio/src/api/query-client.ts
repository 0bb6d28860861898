import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { statusOf } from './admin.ts'
import { noteSessionEnd } from './session-end.ts'

function onError(error: unknown): void {
  if (statusOf(error) === 401) noteSessionEnd()
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({
    // Wrong credentials are no end of a session.
    onError: (error, _variables, _result, { meta }) => meta?.['isSignIn'] || onError(error),
  }),
  defaultOptions: {
    queries: {
      staleTime: 5000,
      refetchOnWindowFocus: true,
      // What the server refused it will refuse again. What did not reach it, failed, or came when it had
      // too much to do may succeed.
      retry: (count, error) => [0, 500, 503].includes(statusOf(error) ?? 500) && count < 2,
    },
  },
})
