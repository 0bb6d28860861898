/** Widths of the columns of a list: what their values need, or a share of what is left. */
import type { ListField } from './list-fields.ts'

/** Space beside a text in a cell, and of the arrow beside the name of a sorted column. */
const padding = 16
const arrow = 17
const [narrowest, widest] = [60, 156]
/** At least this wide; a flexible column is also at most `widest`. */
const flexible = 86
/** With less room for the title, the columns after it scroll sideways. Three columns fit in 1,280 pixels. */
const leastTitle = (columns: number): number => (columns > 3 ? 280 : 232)
/** Flexible columns are narrower before the title is. */
const title = 300

/** Pixels of a text in the font of a list, rather too many. */
function textWidth(text: string): number {
  return [...text].reduce((sum, one) => sum + (one > '\u2e80' ? 14 : 7.8), 8)
}

function clamped(width: number): number {
  return Math.ceil(Math.min(widest, Math.max(narrowest, width)))
}

/** The width in pixels; null for a column whose values can have any length. */
function fixedWidth({ type, label, options, unit, isSortable }: ListField): number | null {
  const head = textWidth(label) + padding + (isSortable ? arrow : 0)
  const fitting = (text: number): number => clamped(Math.max(head, text + padding))
  switch (type) {
    case 'select':
      return fitting(Math.max(0, ...options.map((option) => textWidth(option.label))))
    case 'date':
      return fitting(textWidth('22 Sept 2026'))
    case 'datetime':
      return fitting(textWidth('22 Nov 2026, 05:30'))
    case 'number':
      return fitting(textWidth(`1,234,567 ${unit ?? ''}`))
    case 'boolean':
    case 'media':
      return fitting(0)
    case 'color':
      return fitting(textWidth('#aabbcc') + 22)
    default:
      return null
  }
}

/** Widths in CSS, by path; `fixed` is the sum of all columns besides these and the title. */
export function columnWidths(
  columns: readonly ListField[],
  fixed: number,
): { widths: Map<string, string>; least: number } {
  const own = columns.map((column) => fixedWidth(column))
  const taken = own.reduce<number>((sum, width) => sum + (width ?? 0), fixed)
  const count = own.filter((width) => width === null).length
  const share = `clamp(${flexible}px, (100cqi - ${taken + title}px) / ${count}, ${widest}px)`
  const widths = columns.map(({ path }, at): [string, string] => {
    const width = own[at]
    return [path, typeof width === 'number' ? `${width}px` : share]
  })
  return { widths: new Map(widths), least: taken + count * flexible + leastTitle(columns.length) }
}

/** The width of a column of names, such as those of models. */
export function nameWidth(names: readonly string[]): number {
  return clamped(Math.max(...names.map(textWidth)) + padding + 21)
}
