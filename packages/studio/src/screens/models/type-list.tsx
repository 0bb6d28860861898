import { ActionIcon } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import links from '../../components/link-list.module.css'
import { Sortable } from '../../components/sortable.tsx'
import { useText } from '../../i18n/text.tsx'
import classes from './models.module.css'
import type { Kind, Place, Work, WorkType } from './work.ts'

interface TypeListProps {
  work: Work
  place: Place | null
  onOpen: (place: Place) => void
  /** Null where the models are read-only: they keep their order then, too. */
  onNew: ((kind: Kind) => void) | null
  onReorder: (work: Work) => void
}

export function TypeList({ work, place, onOpen, onNew, onReorder }: TypeListProps) {
  const t = useText()
  const link = (kind: Kind, type: WorkType) => (
    <button
      type="button"
      className={links.link}
      aria-current={place?.key === type.key}
      onClick={() => onOpen({ kind, key: type.key })}
    >
      {type.name}
    </button>
  )
  const isNarrow = useMediaQuery('(max-width: 52em)') ?? false
  const lists = (
    <div>
      {(['models', 'fieldSets'] as const).map((kind) => (
        <section key={kind} aria-label={t(`models.${kind}`)}>
          <div className={classes.listTitle}>
            {t(`models.${kind}`)}
            {onNew && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t(`models.new.${kind}`)}
                onClick={() => onNew(kind)}
              >
                <IconPlus size={16} aria-hidden />
              </ActionIcon>
            )}
          </div>
          {onNew ? (
            <Sortable
              className={links.list}
              items={work[kind]}
              labelOf={({ name }) => name}
              onMove={(items) => onReorder({ ...work, [kind]: items })}
            >
              {(type) => link(kind, type)}
            </Sortable>
          ) : (
            <ul className={links.list}>
              {work[kind].map((type) => (
                <li key={type.key}>{link(kind, type)}</li>
              ))}
            </ul>
          )}
        </section>
      ))}
    </div>
  )
  const open = place && work[place.kind].find(({ key }) => key === place.key)
  if (!isNarrow || !open) return lists
  // The fields of the open model come first on a narrow screen. A choice closes the list.
  return (
    <details key={open.key} className={classes.chooser}>
      <summary>
        {t(`models.${place.kind}`)}: <strong>{open.name}</strong>
      </summary>
      {lists}
    </details>
  )
}
