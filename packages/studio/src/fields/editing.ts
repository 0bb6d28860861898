/** Context that field editors need from their item. */
import type { Labels } from '@octavo/schema/admin/contents.ts'
import type { Problem } from '@octavo/schema/errors.ts'
import { createContext, use } from 'react'
import { joined, problemText, problemTexts } from '../i18n/problems.ts'
import { useText, type Text } from '../i18n/text.tsx'

/** What an item says about its fields. It changes while the user types, for few fields at a time. */
export interface Notes {
  problems: readonly Problem[]
  /** Broken rules that do not prevent publication. */
  warnings: readonly Problem[]
  labels: Labels
  /** Increases when values are replaced by those of the server, so that stateful editors reset. */
  epoch: number
}

/** Which entries of an item are open: their positions by the path of their list. */
export type OpenEntries = Map<string, ReadonlySet<number>>

/** Does not change while the user types, because every field depends on it. */
export interface Editing {
  /** Subscribes to a part of the notes, which must be equal as long as it is the same. */
  useNotes: <T>(select: (notes: Notes) => T) => T
  addLabels: (labels: Labels) => void
  isReadOnly: boolean
  /** LUID of the space of the item, also used for uploads and new items. */
  space: string
  /** Subscribes to a value of the item in the editor; absent where there is no single item. */
  useValue?: (language: string, luid: string) => unknown
  /** Which entries of lists are open, while the page lives; absent where there is no single item. */
  openEntries?: OpenEntries
  /** Calls this before the item is saved or merged; absent where there is no single item. */
  onTake?: (write: () => void) => () => void
  /** Whether the item has published data in a language; absent where there is no single item. */
  useIsPublished?: (language: string) => boolean
}

export const EditingContext = createContext<Editing | null>(null)

export function useEditing(): Editing {
  const editing = use(EditingContext)
  if (!editing) throw new Error('useEditing must be used inside EditingContext')
  return editing
}

export function useNotes<T>(select: (notes: Notes) => T): T {
  return useEditing().useNotes(select)
}

/** The problem at exactly this path; undefined if there is none. */
export function useProblemAt(path: string): string | undefined {
  const t = useText()
  return useNotes(({ problems }) => {
    const found = problems.filter((problem) => problem.path === path)
    return found.length === 0 ? undefined : problemTexts(found, t)
  })
}

/** The problems of a value that has one editor for all its parts, with their places in it. */
export function useProblemsIn(path: string): string | undefined {
  const t = useText()
  return useNotes(({ problems }) => textsIn(problems, path, t))
}

/** The warnings at this path, and those of its parts if one editor has all of them. */
export function useWarningAt(path: string, hasParts: boolean): string | undefined {
  const t = useText()
  return useNotes(({ warnings }) => {
    const found = hasParts ? warnings : warnings.filter((warning) => warning.path === path)
    return textsIn(found, path, t)
  })
}

function textsIn(problems: readonly Problem[], path: string, t: Text): string | undefined {
  const found = problems.flatMap((problem) => {
    if (problem.path === path) return [problemText(problem, t)]
    if (countBelow([problem], path) === 0) return []
    const place = problem.path.slice(path.length).replace(/^\./, '')
    return [`${place}: ${problemText(problem, t)}`]
  })
  return found.length === 0 ? undefined : joined(found, t)
}

/** The number of problems below a path, for collapsed groups. */
export function useProblemsBelow(path: string): number {
  return useNotes(({ problems }) => countBelow(problems, path))
}

export function useWarningsBelow(path: string): number {
  return useNotes(({ warnings }) => countBelow(warnings, path))
}

function countBelow(problems: readonly Problem[], path: string): number {
  return problems.filter(
    (problem) => problem.path.startsWith(`${path}.`) || problem.path.startsWith(`${path}[`),
  ).length
}

export const elementId = (path: string): string => `field-${path}`
