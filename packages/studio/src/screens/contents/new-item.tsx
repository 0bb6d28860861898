import { Button, Menu } from '@mantine/core'
import type { Model } from '@octavo/schema/definitions.ts'
import { IconChevronDown, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../api/session.tsx'
import { iconOf } from '../../components/model-icon.tsx'
import { useText } from '../../i18n/text.tsx'

interface NewItemProps {
  model: Model | undefined
  /** LUID of the space that the list is filtered by. */
  space: string | undefined
}

export function NewItem({ model, space }: NewItemProps) {
  const t = useText()
  const { root, schema, spaces } = useSession()
  const plus = <IconPlus size={16} aria-hidden />
  const linkTo =
    (luid: string, within = space) =>
    (props: object) => (
      <Link
        to="/$root/contents/$id"
        params={{ root, id: `new-${luid}` }}
        search={within === undefined ? {} : { space: within }}
        {...props}
      />
    )
  if (model) {
    const make = (
      <Button leftSection={plus} renderRoot={linkTo(model.luid)}>
        {t('list.new', { model: model.name })}
      </Button>
    )
    if (space !== undefined || spaces.length < 2) return make
    return (
      <Button.Group>
        {make}
        <Menu position="bottom-end">
          <Menu.Target>
            <Button px={8} aria-label={t('list.newIn')} title={t('list.newIn')}>
              <IconChevronDown size={16} aria-hidden />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {spaces.map(({ luid, name }) => (
              <Menu.Item key={luid} renderRoot={linkTo(model.luid, luid)}>
                {name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </Button.Group>
    )
  }
  if (schema.root.models.length === 0) return null
  return (
    <Menu>
      <Menu.Target>
        <Button leftSection={plus}>{t('list.newAny')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {schema.root.models.map(({ luid, name, icon }) => {
          const ModelIcon = iconOf(icon)
          return (
            <Menu.Item
              key={luid}
              leftSection={<ModelIcon size={15} stroke={1.6} aria-hidden />}
              renderRoot={linkTo(luid)}
            >
              {name}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
