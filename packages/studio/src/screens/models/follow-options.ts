import type { WorkField } from './work.ts'

/** The default after a change of the options: it follows new values and loses removed ones. */
export function defaultAmong(
  { default: value }: Pick<WorkField, 'default'>,
  before: readonly { value: string }[],
  after: readonly { value: string }[],
): Pick<WorkField, 'default'> {
  const isRenamed = before.length === after.length
  const kept = (one: unknown): string[] => {
    const at = before.findIndex((option) => option.value === one)
    const same = after.find((option) => option.value === one)
    const next = same ?? (isRenamed && at >= 0 ? after[at] : undefined)
    return next ? [next.value] : []
  }
  if (Array.isArray(value)) return { default: value.flatMap(kept) }
  return typeof value === 'string' ? { default: kept(value)[0] ?? null } : {}
}
