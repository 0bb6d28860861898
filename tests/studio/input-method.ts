/** Simulates a Japanese input method. */
import type { CDPSession } from 'playwright-core'

/** Types readings, converts them, and confirms with Enter. */
export async function compose(
  session: CDPSession,
  readings: readonly string[],
  taken: string,
): Promise<void> {
  for (const text of readings) {
    await session.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    })
  }
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 }
  await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter })
  await session.send('Input.insertText', { text: taken })
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter })
}
