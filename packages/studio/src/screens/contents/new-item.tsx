import { Button, Menu } from '@mantine/core'
import type { Model } from '@octavo/schema/definitions.ts'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../api/session.tsx'
import { useText } from '../../i18n/text.tsx'

export function NewItem({ model }: { model: Model | undefined }) {
  const t = useText()
  const { root, schema } = useSession()
  const plus = <IconPlus size={16} aria-hidden />
  if (model) {
    return (
      <Button component={Link} to={`/${root}/contents/new-${model.luid}`} leftSection={plus}>
        {t('list.new', { model: model.name })}
      </Button>
    )
  }
  if (schema.root.models.length === 0) return null
  return (
    <Menu>
      <Menu.Target>
        <Button leftSection={plus}>{t('list.newAny')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {schema.root.models.map(({ luid, name }) => (
          <Menu.Item key={luid} component={Link} to={`/${root}/contents/new-${luid}`}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
