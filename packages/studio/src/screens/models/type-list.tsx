import { ActionIcon } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import links from '../../components/link-list.module.css'
import { Sortable } from '../../components/sortable.tsx'
import { useText } from '../../i18n/text.tsx'
import classes from './models.module.css'
import type { Kind, Place, Work } from './work.ts'

interface TypeListProps {
  work: Work
  place: Place | null
  onOpen: (place: Place) => void
  onNew: (kind: Kind) => void
  onReorder: (work: Work) => void
}

export function TypeList({ work, place, onOpen, onNew, onReorder }: TypeListProps) {
  const t = useText()
  return (
    <div>
      {(['models', 'fieldSets'] as const).map((kind) => (
        <section key={kind} aria-label={t(`models.${kind}`)}>
          <div className={classes.listTitle}>
            {t(`models.${kind}`)}
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t(`models.new.${kind}`)}
              onClick={() => onNew(kind)}
            >
              <IconPlus size={16} aria-hidden />
            </ActionIcon>
          </div>
          <Sortable
            className={links.list}
            items={work[kind]}
            labelOf={({ name }) => name}
            onMove={(items) => onReorder({ ...work, [kind]: items })}
          >
            {(type) => (
              <button
                type="button"
                className={links.link}
                aria-current={place?.key === type.key}
                onClick={() => onOpen({ kind, key: type.key })}
              >
                {type.name}
              </button>
            )}
          </Sortable>
        </section>
      ))}
    </div>
  )
}
