import { Collapse } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useId, type ReactNode } from 'react'
import fieldClasses from '../../../fields/fields.module.css'
import classes from '../editor.module.css'

interface SectionProps {
  title: string
  /** Rendered when the section is opened, so that its data is fetched on demand. */
  children: (isOpen: boolean) => ReactNode
  isOpenAtFirst?: boolean
}

export function Section({ title, children, isOpenAtFirst = false }: SectionProps) {
  const [isOpen, { toggle }] = useDisclosure(isOpenAtFirst)
  const id = useId()
  return (
    <section className={classes.section}>
      <h2 className={classes.foldTitle}>
        <button
          type="button"
          className={`${fieldClasses.fold} ${classes.foldButton}`}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={toggle}
        >
          {isOpen ? (
            <IconChevronDown size={15} aria-hidden />
          ) : (
            <IconChevronRight size={15} aria-hidden />
          )}
          {title}
        </button>
      </h2>
      <Collapse expanded={isOpen} id={id}>
        {isOpen && children(isOpen)}
      </Collapse>
    </section>
  )
}
