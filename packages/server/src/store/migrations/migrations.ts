import type { Connection, Dialect } from '../sql/dialect.ts'
import { baselineVersion } from './0014-baseline.ts'
import { renameTables } from './0015-rename-tables.ts'
import { createManagementTokens } from './0016-management-tokens.ts'
import { addKeyPublishes } from './0017-key-publishes.ts'
import { addRepeatEntries } from './0018-repeat-entries.ts'
import { addChangeEvents } from './0019-change-events.ts'
import { createWebhooks } from './0020-webhooks.ts'
import { createSchedules } from './0021-schedules.ts'
import { addChangeBatches } from './0022-change-batches.ts'
import { addMediaLibrary } from './0023-media-library.ts'
import { createRevisions } from './0024-revisions.ts'
import { createReleases } from './0025-releases.ts'
import { createReviews } from './0026-reviews.ts'
import { createPreviews } from './0027-previews.ts'
import { createDeploys } from './0028-deploys.ts'
import { addTextTimes } from './0029-text-times.ts'
import { createSavedViews } from './0030-saved-views.ts'
import { createUndoAndPresence } from './0031-undo-and-presence.ts'
import { mergeRarely } from './0032-rare-merges.ts'
import { addUndoSchedules } from './0033-undo-schedules.ts'
import { addChangeAddresses } from './0034-change-addresses.ts'
import { addRetiredFieldTypes } from './0035-retired-field-types.ts'
import { storeUncompressed } from './0036-uncompressed-values.ts'
import { addUndoEntries } from './0037-undo-entries.ts'

type Migration = (connection: Connection, dialect: Dialect) => Promise<void>

/** Migrations after the baseline, in order; each runs once. Append new ones; never edit an existing one. */
export const migrations: readonly Migration[] = [
  renameTables,
  createManagementTokens,
  addKeyPublishes,
  addRepeatEntries,
  addChangeEvents,
  createWebhooks,
  createSchedules,
  addChangeBatches,
  addMediaLibrary,
  createRevisions,
  createReleases,
  createReviews,
  createPreviews,
  createDeploys,
  addTextTimes,
  createSavedViews,
  createUndoAndPresence,
  mergeRarely,
  addUndoSchedules,
  addChangeAddresses,
  addRetiredFieldTypes,
  storeUncompressed,
  addUndoEntries,
]

export const latestVersion = baselineVersion + migrations.length
