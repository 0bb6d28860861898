import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useSession } from '../../api/session.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { useText } from '../../i18n/text.tsx'
import {
  matching,
  useActionCommands,
  usePageCommands,
  type Command,
  type CommandGroup,
} from './commands.ts'
import classes from './palette.module.css'
import { useFound, useRecentItems } from './use-found.ts'
import { Loading } from '../../components/loading.tsx'

interface PaletteProps {
  onClose: () => void
  onShowShortcuts: () => void
}

/** Searches items, media, pages and actions. Arrow keys and Enter choose, Escape closes. */
export function Palette(props: PaletteProps) {
  const t = useText()
  return (
    <Dialog
      onClose={props.onClose}
      title={t('find.title')}
      withCloseButton={false}
      centered={false}
      yOffset="10vh"
      padding={0}
      size={600}
      classNames={{ header: 'visually-hidden' }}
    >
      <Choices {...props} />
    </Dialog>
  )
}

function Choices({ onClose, onShowShortcuts }: PaletteProps) {
  const t = useText()
  const [text, setText] = useState('')
  const { groups, isLoading } = useGroups(text.trim(), onShowShortcuts)
  const combobox = useCombobox({ opened: true })
  const commands = groups.flatMap((group) => group.commands)
  const shown = commands.map(({ id }) => id).join()
  const { selectFirstOption } = combobox
  useEffect(() => void selectFirstOption(), [shown, selectFirstOption])
  const choose = (id: string): void => {
    onClose()
    commands.find((one) => one.id === id)?.run()
  }
  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          data-autofocus
          role="combobox"
          aria-label={t('find.title')}
          placeholder={t('find.placeholder')}
          size="md"
          variant="unstyled"
          className={classes.input}
          leftSection={<IconSearch size={18} aria-hidden />}
          rightSection={isLoading && <Loading size={14} />}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          // Mantine leaves Escape to the list, which is always open.
          onKeyDown={({ key, nativeEvent }) =>
            key === 'Escape' && !nativeEvent.isComposing && onClose()
          }
        />
      </Combobox.EventsTarget>
      <Combobox.Options className={classes.options} aria-label={t('find.results')}>
        {groups.map(({ name, commands: own }) => (
          <Combobox.Group key={name} label={t(`find.${name}`)}>
            {own.map((command) => (
              <Option key={command.id} command={command} />
            ))}
          </Combobox.Group>
        ))}
      </Combobox.Options>
    </Combobox>
  )
}

function Option({ command: { id, label, hint, icon: Drawing } }: { command: Command }) {
  return (
    <Combobox.Option value={id} className={classes.option}>
      <Drawing size={17} stroke={1.6} aria-hidden />
      <span className={classes.label}>{label}</span>
      {hint !== undefined && <span className={classes.hint}>{hint}</span>}
    </Combobox.Option>
  )
}

/** Groups without commands are left out. What is found later follows what is shown already. */
function useGroups(
  text: string,
  onShowShortcuts: () => void,
): { groups: CommandGroup[]; isLoading: boolean } {
  const t = useText()
  const { root } = useSession()
  const navigate = useNavigate()
  const recent = useRecentItems()
  const pages = usePageCommands()
  const actions = useActionCommands(onShowShortcuts)
  const found = useFound(text)
  const searchAll: Command = {
    id: 'search',
    label: t('find.all', { text }),
    icon: IconSearch,
    run: () =>
      void navigate({ to: '/$root/contents', params: { root }, search: { contains: text } }),
  }
  const groups: CommandGroup[] =
    text === ''
      ? [
          { name: 'recent', commands: recent },
          { name: 'pages', commands: pages },
          { name: 'actions', commands: actions },
        ]
      : [
          { name: 'pages', commands: matching(pages, text) },
          { name: 'actions', commands: matching(actions, text) },
          { name: 'items', commands: [...found.items, searchAll] },
          { name: 'media', commands: found.media },
        ]
  return {
    groups: groups.filter(({ commands }) => commands.length > 0),
    isLoading: found.isLoading,
  }
}
