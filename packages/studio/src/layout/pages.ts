/** The pages of a root space, in the order of the navigation and of the palette. */
import type { Role } from '@octavo/schema/roles.ts'
import {
  IconApi,
  IconBox,
  IconCalendar,
  IconFiles,
  IconHome,
  IconLanguage,
  IconPackage,
  IconPhoto,
  type Icon,
} from '@tabler/icons-react'
import { useSession } from '../api/session.tsx'
import type { TextKey } from '../i18n/en/en.ts'

export interface Page {
  to:
    | '/$root/start'
    | '/$root/contents'
    | '/$root/calendar'
    | '/$root/releases'
    | '/$root/translations'
    | '/$root/media'
    | '/$root/models'
    | '/$root/explorer'
  label: TextKey
  icon: Icon
  /** The role that it requires. */
  role?: Role
  /** Only useful with several languages. */
  isOfLanguages?: true
}

const pages: readonly Page[] = [
  { to: '/$root/start', label: 'nav.start', icon: IconHome },
  { to: '/$root/contents', label: 'nav.all', icon: IconFiles },
  { to: '/$root/calendar', label: 'nav.calendar', icon: IconCalendar },
  { to: '/$root/releases', label: 'nav.releases', icon: IconPackage },
  {
    to: '/$root/translations',
    label: 'nav.translations',
    icon: IconLanguage,
    isOfLanguages: true,
  },
  { to: '/$root/media', label: 'nav.media', icon: IconPhoto },
  { to: '/$root/models', label: 'nav.models', icon: IconBox, role: 'admin' },
  { to: '/$root/explorer', label: 'nav.api', icon: IconApi },
]

/** The pages that the user may open. */
export function usePages(): Page[] {
  const { can, schema } = useSession()
  const isMany = schema.root.languages.length > 1
  return pages.filter(
    ({ role, isOfLanguages }) => (role === undefined || can(role)) && (isMany || !isOfLanguages),
  )
}
