/** Counts what React renders on a page, through the hook that its developer tools use. */
import type { Page } from 'playwright-core'

/**
 * React calls this after each commit. It looks at the components that have rendered since, and counts them
 * for the field, the row of a repeat or the part of the page in which they are.
 */
const counting = `
globalThis.rendered = {}
globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
  supportsFiber: true,
  renderers: new Map(),
  inject: () => 1,
  checkDCE() {},
  onScheduleFiberRoot() {},
  onCommitFiberUnmount() {},
  onPostCommitFiberRoot() {},
  onCommitFiberRoot(id, { current }) {
    const performedWork = 1
    const visit = (fiber, place) => {
      const isElement = typeof fiber.type === 'string'
      const here = isElement ? placeOf(fiber, place) : place
      const isComponent = typeof (fiber.type?.render ?? fiber.type?.type ?? fiber.type) === 'function'
      if (isComponent && (fiber.flags & performedWork) !== 0) {
        globalThis.rendered[here] = (globalThis.rendered[here] ?? 0) + 1
      }
      // Nothing below has rendered. Its flags are those of an earlier commit.
      if (fiber.child !== null && fiber.child === fiber.alternate?.child) return
      for (let child = fiber.child; child; child = child.sibling) visit(child, here)
    }
    const placeOf = ({ type, stateNode }, place) => {
      const { presenceField, presenceLanguage } = stateNode.dataset ?? {}
      if (presenceField) return presenceLanguage + ' ' + presenceField
      if (type !== 'li' || !/^\\w+ \\w+( \\d+)*$/.test(place)) return place
      return place + ' ' + ([...stateNode.parentElement.children].indexOf(stateNode) + 1)
    }
    visit(current, 'page')
  },
}`

/** Counts on every page that is opened from now on. */
export async function countRenders(page: Page): Promise<void> {
  await page.addInitScript(counting)
}

/** The fields and rows that rendered since the last call: `en title`, `en links 3` for a row. */
export async function renderedFields(page: Page): Promise<string[]> {
  const counts = await page.evaluate<Record<string, number>>(
    `(() => { const found = globalThis.rendered; globalThis.rendered = {}; return found })()`,
  )
  return Object.keys(counts)
    .filter((place) => place !== 'page')
    .toSorted()
}
