/** The selection in flexible text, as the editor knows it. It reads the one of the browser only after an event. */
import type { Locator } from 'playwright-core'
import { eventually } from '../../packages/server/src/testing/eventually.ts'

/** The part of the editor that is needed here. Its element has it as a property. */
interface Edited {
  editor: {
    commands: { focus(at: 'end' | number | undefined): boolean }
    state: {
      selection: { from: number; to: number }
      doc: {
        textBetween(from: number, to: number): string
        descendants(visit: (node: { text?: string }, position: number) => void): void
      }
    }
  }
}

/** Focuses the text, with the caret at its end. */
export async function caretToEnd(body: Locator): Promise<void> {
  await body.evaluate(({ editor }: Edited) => void editor.commands.focus('end'))
  await body.and(body.page().locator('.ProseMirror-focused')).waitFor()
}

/** Focuses the text, with the caret after the first occurrence of these words in one paragraph. */
export async function caretAfter(body: Locator, words: string): Promise<void> {
  await body.evaluate(({ editor }: Edited, wanted) => {
    let end: number | undefined
    editor.state.doc.descendants(({ text }, position) => {
      const index = text?.indexOf(wanted) ?? -1
      if (index >= 0) end ??= position + index + wanted.length
    })
    editor.commands.focus(end)
  }, words)
  await body.and(body.page().locator('.ProseMirror-focused')).waitFor()
}

/** Waits until exactly this text is selected. */
export async function isSelected(body: Locator, text: string): Promise<void> {
  const selected = (): Promise<string> =>
    body.evaluate(({ editor: { state } }: Edited) =>
      state.doc.textBetween(state.selection.from, state.selection.to),
    )
  await eventually(async () => (await selected()) === text, {
    otherwise: () => `${text} is not selected`,
  })
}
