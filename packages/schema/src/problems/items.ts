/** Items, their schedules and revisions. */
export const items = {
  demoNotEmpty: 'there are models or content already; the demo needs an empty installation',
  itemGone: 'there is no such item',
  itemsGone: 'there is no item {ids}',
  itemInTrash: 'item {id} is in the trash',
  itemArchived: 'item {id} is archived; restore it first',
  itemArchivedAlready: 'item {id} is already archived',
  itemNotArchived: 'item {id} is not archived',
  notInTrash: '{id} is not in the trash',
  itemNotInTrash: 'item {id} is not in the trash',
  noDraftToPublish: 'item {id} has no draft to publish',
  notPublished: 'item {id} is not published',
  noLanguageToRemove: 'item {id} has no data in this language',
  lastLanguage: 'item {id} has data in no other language; delete the item instead',
  mainLanguageStays: 'the main language of item {id} cannot be removed; delete the item instead',
  noDraftToDiscard: 'item {id} has no draft in addition to published data',
  hasDraft: 'the item already has a draft',
  notScheduled: 'item {id} is not scheduled',
  unpublishFirst:
    'the time to unpublish must be after the time to publish in each language; cancel or move the other schedule first',
  scheduleBroken: 'an unexpected error occurred; see the log of the server',
  notInstant:
    'must be a time with an offset or a zone, such as 2026-12-01T09:00:00Z, 2026-12-01T09:00:00+09:00 or 2026-12-01T09:00[Asia/Tokyo]',
  noZone: 'there is no time zone {zone}; use a name such as Asia/Tokyo or Europe/Berlin',
  timeSkipped:
    'this time does not exist in {zone}: clocks are set forward over it; choose a time before or after',
  timeTwice:
    'this time occurs twice in {zone}, because clocks are set back: add the offset, {first} or {second}',
  noTimes: 'set a time to publish, a time to unpublish, or both',
  languageChanged: 'another user changed this language in the meantime',
  changedSince: 'has changed since, so this can no longer be undone',
  languageEmpty: 'the item has no content in this language',
  noLanguage: 'is not a language of this space',
  viewTaken: 'must be unique; another view has this name',
  tooManyViews: 'there are {max} views already. Delete one first',
  tooManyNames: 'must have at most {max} names',
  noTranslation: 'must be a language in which the item has a translation',
  notTranslated: 'requires lang, a language other than the main language',
  noRevision: 'item {id} has no revision {number}',
  revisionLanguage: 'revision {number} is of the language {language}',
  stillPublished:
    'is still published ({languages}). Publish the item without the value, or unpublish it, and try again',
} as const
