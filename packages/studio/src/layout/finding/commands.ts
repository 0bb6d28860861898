/** The pages and actions of the palette. */
import { fold } from '@octavo/schema/fold.ts'
import {
  IconKeyboard,
  IconPlus,
  IconSettings,
  IconUserCircle,
  type Icon,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useSession } from '../../api/session.tsx'
import { iconOf } from '../../components/model-icon.tsx'
import { useText } from '../../i18n/text.tsx'
import { settingsPages } from '../../screens/settings/settings-pages.ts'
import { usePages } from '../pages.ts'
import { byMatch } from './match-rank.ts'

export interface Command {
  /** Unique in the palette. */
  id: string
  label: string
  /** Where it leads, such as the name of a model. */
  hint?: string
  icon: Icon
  run: () => void
}

export interface CommandGroup {
  name: 'recent' | 'pages' | 'actions' | 'items' | 'media'
  commands: Command[]
}

export function usePageCommands(): Command[] {
  const t = useText()
  const { root, schema, can } = useSession()
  const pages = usePages()
  const navigate = useNavigate()
  const params = { root }
  const models = schema.root.models.map(({ luid, name, icon }) => ({
    id: `model-${luid}`,
    label: name,
    hint: t('nav.content'),
    icon: iconOf(icon),
    run: () => void navigate({ to: '/$root/contents', params, search: { model: luid } }),
  }))
  return [
    ...pages.flatMap(({ to, label, icon }) => [
      { id: to, label: t(label), icon, run: (): void => void navigate({ to, params }) },
      ...(to === '/$root/contents' ? models : []),
    ]),
    ...(can('admin') ? settingsPages : []).map((name) => ({
      id: `settings-${name}`,
      label: t(`settings.${name}`),
      hint: t('nav.settings'),
      icon: IconSettings,
      run: () =>
        void navigate({ to: '/$root/settings/$page', params: { root, page: name }, search: {} }),
    })),
    {
      id: 'account',
      label: t('nav.profile'),
      icon: IconUserCircle,
      run: () => void navigate({ to: '/$root/account', params }),
    },
  ]
}

export function useActionCommands(onShowShortcuts: () => void): Command[] {
  const t = useText()
  const { root, schema, can } = useSession()
  const navigate = useNavigate()
  const models = can('writer') ? schema.root.models : []
  return [
    ...models.map(({ luid, name }) => ({
      id: `new-${luid}`,
      label: t('list.new', { model: name }),
      icon: IconPlus,
      run: () => void navigate({ to: '/$root/contents/$id', params: { root, id: `new-${luid}` } }),
    })),
    {
      id: 'shortcuts',
      label: t('keys.title'),
      icon: IconKeyboard,
      run: onShowShortcuts,
    },
  ]
}

/** The commands whose label or hint has every word of the text, best matches first. */
export function matching(commands: readonly Command[], text: string): Command[] {
  const words = fold(text).split(/\s+/)
  const found = commands.filter(({ label, hint = '' }) => {
    const searched = fold(`${label} ${hint}`)
    return words.every((word) => searched.includes(word))
  })
  return byMatch(found, text, ({ label }) => label)
}
