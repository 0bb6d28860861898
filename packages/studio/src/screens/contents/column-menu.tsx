import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useText } from '../../i18n/text.tsx'
import type { useList } from './use-list.ts'
import classes from './contents.module.css'

/** Always shown: title, status, last update. */
const fixed = ['_title', '_status', '_updated_at']

export function ColumnMenu({
  view: { fields, columns, change },
}: {
  view: ReturnType<typeof useList>
}) {
  const t = useText()
  const shown = columns.map(({ path }) => path)
  const choices = fields.filter(({ path, isColumn }) => isColumn && !fixed.includes(path))
  const toggle = (path: string): void => {
    const next = shown.includes(path) ? shown.filter((other) => other !== path) : [...shown, path]
    change(
      { columns: next.length === 0 ? 'none' : next.slice(0, 20).join(',') },
      { isReplacing: true },
    )
  }
  return (
    <Popover position="bottom-end" shadow="md" width={280} trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          className={classes.columns}
          leftSection={<IconColumns3 size={16} aria-hidden />}
        >
          {t('list.columns')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown mah={380} style={{ overflowY: 'auto' }} aria-label={t('list.columns')}>
        <Stack gap={8}>
          {choices.map(({ path, label }) => (
            <Checkbox
              key={path}
              size="sm"
              label={label}
              checked={shown.includes(path)}
              onChange={() => toggle(path)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
