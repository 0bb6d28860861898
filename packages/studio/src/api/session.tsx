/** The signed-in user and the root space, which nearly every screen needs. */
import type { ReadyBootstrap } from '@octavo/schema/admin/account.ts'
import type { Space } from '@octavo/schema/definitions.ts'
import { parentSpaceLuid } from '@octavo/schema/names.ts'
import { hasRole, type Role } from '@octavo/schema/roles.ts'
import { indexSchema, type Schema } from '@octavo/schema/schema.ts'
import { localizedRoot } from '@octavo/schema/presentation.ts'
import { createContext, use, useMemo, type ReactNode } from 'react'
import type { StudioLanguage } from '../i18n/languages.ts'
import { useI18n } from '../i18n/text.tsx'

export interface Session extends Omit<ReadyBootstrap, 'root' | 'spaces'> {
  /** LUID of the root space. */
  root: string
  /** With names and help in the language of the user. */
  schema: Schema
  /** The spaces that the user can access. */
  spaces: Space[]
  can: (role: Role) => boolean
  /** The default space for new items and media. */
  homeSpace: string
}

const SessionContext = createContext<Session | null>(null)

export function SessionProvider({ boot, children }: { boot: ReadyBootstrap; children: ReactNode }) {
  const { language } = useI18n()
  const session = useMemo(() => sessionOf(boot, language), [boot, language])
  return <SessionContext value={session}>{children}</SessionContext>
}

function sessionOf(boot: ReadyBootstrap, language: StudioLanguage): Session | null {
  if (!boot.root) return null
  const schema = indexSchema(localizedRoot(boot.root, language))
  const spaces = boot.spaces.flatMap((luid) => schema.spaceByLuid.get(luid) ?? [])
  return {
    ...boot,
    root: boot.root.luid,
    schema,
    spaces,
    can: (role) => hasRole(boot.user.role, role),
    homeSpace: spaces[0]?.luid ?? parentSpaceLuid,
  }
}

export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession must be used inside SessionProvider')
  return session
}
