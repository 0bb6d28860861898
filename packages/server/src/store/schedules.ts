/** Planned publications and unpublications of items, by language. */
import type { scheduleActions } from '@octavo/schema/choices.ts'
import type { Problem } from '@octavo/schema/errors.ts'
import type { StageData } from './records.ts'
import type { Window } from './studio-reads.ts'

export type ScheduleAction = (typeof scheduleActions)[number]

/** An item has at most one schedule of each action in a language. */
export interface ScheduleKey {
  itemId: number
  languageId: number
  action: ScheduleAction
}

export interface Schedule extends ScheduleKey {
  rootId: number
  dueAt: number
  /** The draft that will be published, as it was when it was scheduled; null to unpublish. */
  copy: StageData | null
  /** Who scheduled it. */
  actor: string
  createdAt: number
  /** Null while it is pending. A failed one stays until it is scheduled again or removed. */
  failedAt: number | null
  problems: Problem[] | null
}

/** A schedule without the content. */
export type ScheduleOutline = Omit<Schedule, 'copy'>

/** What differs after each change of a schedule. */
export type ScheduleStamp = ScheduleKey & Pick<Schedule, 'dueAt' | 'createdAt'>

export interface ScheduleFilter {
  rootId: number
  /** Null for all spaces. */
  spaceIds: readonly number[] | null
  /** From this time on, and before this time. */
  from?: number
  to?: number
  isFailed?: boolean
}

export interface ScheduleReads {
  /** All schedules of these items. In a write transaction it locks them. */
  ofItems(itemIds: readonly number[]): Promise<Schedule[]>
  /** The same without the content, and without locks. */
  outlines(itemIds: readonly number[]): Promise<ScheduleOutline[]>
  /** The pending schedules that are due first: one item, action and time, in one or more languages. */
  first(): Promise<Schedule[]>
  /** The first pending ones of a root space until a time, in the order in which they run. */
  dueBy(rootId: number, until: number, limit: number): Promise<ScheduleStamp[]>
  /** By time. Items in the trash are left out. */
  list(filter: ScheduleFilter, window: Window): Promise<ScheduleOutline[]>
  count(filter: ScheduleFilter): Promise<number>
  /** Ids of items with a schedule, by their first time. Items in the trash are left out. */
  itemIds(filter: ScheduleFilter, limit: number): Promise<number[]>
  /** The clock of the database, which several machines share; undefined if there is only one machine. */
  databaseTime(): Promise<number | undefined>
}

export interface ScheduleWrites {
  /** Inserts schedules, and replaces those with the same key. */
  save(schedules: readonly Schedule[]): Promise<void>
  remove(keys: readonly ScheduleKey[]): Promise<void>
  /** Removes the schedules of a language of all items. */
  removeLanguages(rootId: number, languageIds: readonly number[]): Promise<void>
}
