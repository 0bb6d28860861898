/** Marks the places of the searched text, and replaces them. */
import { Extension, type Editor } from '@tiptap/core'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { matchesIn, type Match } from './matches.ts'

export interface Found {
  query: string
  matches: Match[]
  /** The index of the current match. */
  at: number
}

const nothing: Found = { query: '', matches: [], at: 0 }
const key = new PluginKey<Found>('find')

export const Find = Extension.create({
  name: 'find',
  addProseMirrorPlugins: () => [
    new Plugin<Found>({
      key,
      state: {
        init: () => nothing,
        apply: (tr, old) => {
          const change = tr.getMeta(key) as Partial<Found> | undefined
          if (!change && !tr.docChanged) return old
          const query = change?.query ?? old.query
          const matches =
            tr.docChanged || query !== old.query ? matchesIn(tr.doc, query) : old.matches
          const at = change?.at ?? (query === old.query ? old.at : 0)
          return { query, matches, at: matches.length === 0 ? 0 : at % matches.length }
        },
      },
      props: {
        decorations: (state) => {
          const { matches, at } = foundIn(state)
          return DecorationSet.create(
            state.doc,
            matches.map(({ from, to }, index) =>
              Decoration.inline(from, to, {
                class: index === at ? 'found found-current' : 'found',
              }),
            ),
          )
        },
      },
    }),
  ],
})

type State = Editor['state']

export const foundIn = (state: State): Found => key.getState(state) ?? nothing

export function search({ view }: Editor, query: string): void {
  const { selection } = view.state
  const first = matchesIn(view.state.doc, query).findIndex(({ to }) => to >= selection.to)
  view.dispatch(view.state.tr.setMeta(key, { query, at: Math.max(0, first) }))
  show(view)
}

export function step({ view }: Editor, by: 1 | -1): void {
  const { matches, at } = foundIn(view.state)
  if (matches.length === 0) return
  view.dispatch(view.state.tr.setMeta(key, { at: (at + by + matches.length) % matches.length }))
  show(view)
}

/** Replaces the current match. The next one becomes the current one. */
export function replaceOne({ view }: Editor, text: string): void {
  const { matches, at, query } = foundIn(view.state)
  const match = matches[at]
  if (!match) return
  const tr = replaced(view.state.tr, match, text)
  // A replacement that contains the searched text is not replaced again.
  const after = match.from + text.length
  const next = matchesIn(tr.doc, query).findIndex(({ from }) => from >= after)
  view.dispatch(tr.setMeta(key, { at: Math.max(0, next) }))
  show(view)
}

export function replaceAll({ view }: Editor, text: string): number {
  const { matches } = foundIn(view.state)
  const { tr } = view.state
  for (const match of matches.toReversed()) replaced(tr, match, text)
  view.dispatch(tr)
  return matches.length
}

function replaced(tr: State['tr'], { from, to }: Match, text: string): State['tr'] {
  return text === '' ? tr.delete(from, to) : tr.insertText(text, from, to)
}

/** The focus stays in the form, so the text does not scroll by itself. */
function show({ dom }: Editor['view']): void {
  dom.querySelector('.found-current')?.scrollIntoView({ block: 'center' })
}
