/** Context that field editors need from their item. */
import type { Labels } from '@octavo/schema/admin/contents.ts'
import type { Problem } from '@octavo/schema/errors.ts'
import { createContext, use } from 'react'
import { problemText } from '../i18n/problems.ts'
import { useText } from '../i18n/text.tsx'

export interface Editing {
  problems: readonly Problem[]
  /** Broken rules that do not prevent publication. */
  warnings: readonly Problem[]
  labels: Labels
  addLabels: (labels: Labels) => void
  isReadOnly: boolean
  /** LUID of the space of the item, also used for uploads and new items. */
  space: string
  epoch: number
  /** Subscribes to a value of the item in the editor; absent where there is no single item. */
  useValue?: (language: string, luid: string) => unknown
  /** Calls this before the item is saved or merged; absent where there is no single item. */
  onTake?: (write: () => void) => () => void
  /** Languages with published data. */
  publishedLanguages?: readonly string[]
}

export const EditingContext = createContext<Editing | null>(null)

export function useEditing(): Editing {
  const editing = use(EditingContext)
  if (!editing) throw new Error('useEditing must be used inside EditingContext')
  return editing
}

/** The problem at exactly this path; undefined if there is none. */
export function useProblemAt(path: string): string | undefined {
  const t = useText()
  const { problems } = useEditing()
  const found = problems.filter((problem) => problem.path === path)
  return found.length === 0 ? undefined : found.map((one) => problemText(one, t)).join('. ')
}

/** The warnings at exactly this path; undefined if there are none. */
export function useWarningAt(path: string): string | undefined {
  const t = useText()
  const { warnings } = useEditing()
  const found = warnings.filter((warning) => warning.path === path)
  return found.length === 0 ? undefined : found.map((one) => problemText(one, t)).join('. ')
}

/** The number of problems below a path, for collapsed groups. */
export function useProblemsBelow(path: string): number {
  return countBelow(useEditing().problems, path)
}

export function useWarningsBelow(path: string): number {
  return countBelow(useEditing().warnings, path)
}

function countBelow(problems: readonly Problem[], path: string): number {
  return problems.filter(
    (problem) => problem.path.startsWith(`${path}.`) || problem.path.startsWith(`${path}[`),
  ).length
}

export const elementId = (path: string): string => `field-${path}`
