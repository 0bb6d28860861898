/** The selection in flexible text, as the editor knows it. It reads the one of the browser only after an event. */
import type { Locator } from 'playwright-core'
import { eventually } from '../../packages/server/src/testing/eventually.ts'

/** The part of the editor that is needed here. Its element has it as a property. */
interface Edited {
  editor: {
    commands: { focus(at: 'end'): boolean }
    state: {
      selection: { from: number; to: number }
      doc: { textBetween(from: number, to: number): string }
    }
  }
}

/** Focuses the text, with the caret at its end. */
export async function caretToEnd(body: Locator): Promise<void> {
  await body.evaluate(({ editor }: Edited) => void editor.commands.focus('end'))
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
