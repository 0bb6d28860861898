/** What editors of fields ask of the item they are in. */
import type { Labels } from '@octavo/schema/admin/contents.ts'
import type { Problem } from '@octavo/schema/errors.ts'
import { createContext, use } from 'react'
import { problemText } from '../i18n/problems.ts'
import { useText } from '../i18n/text.tsx'

export interface Editing {
  problems: readonly Problem[]
  labels: Labels
  addLabels: (labels: Labels) => void
  isReadOnly: boolean
  /** LUID of the space of the item: where uploads and new items go. */
  space: string
  epoch: number
}

export const EditingContext = createContext<Editing | null>(null)

export function useEditing(): Editing {
  const editing = use(EditingContext)
  if (!editing) throw new Error('nothing is edited here')
  return editing
}

/** What is wrong with exactly this place, in words; undefined when nothing is. */
export function useProblemAt(path: string): string | undefined {
  const t = useText()
  const { problems } = useEditing()
  const found = problems.filter((problem) => problem.path === path)
  return found.length === 0 ? undefined : found.map((one) => problemText(one, t)).join('. ')
}

/** How many problems lie below a place: for groups that are folded. */
export function useProblemsBelow(path: string): number {
  const { problems } = useEditing()
  return problems.filter(
    (problem) => problem.path.startsWith(`${path}.`) || problem.path.startsWith(`${path}[`),
  ).length
}

export const elementId = (path: string): string => `field-${path}`
