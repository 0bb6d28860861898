/** Releases and previews. */
export const releases = {
  releaseGone: 'there is no release {luid}',
  releaseTaken: 'there is already a release {luid}; choose another LUID',
  releaseLuid:
    'must be 1 to 64 lower-case letters, digits or underscores, and must not start with an underscore',
  releaseEmpty: 'the release has no items',
  releaseFull: 'a release has at most {max} items; this one would have {has}',
  releaseDone: 'release {luid} is published; undo it, or duplicate it and change the copy',
  releaseArchived: 'release {luid} is archived; restore it first',
  releaseNotDone: 'release {luid} is not published',
  releaseNotScheduled: 'release {luid} is not scheduled',
  releaseKept: 'release {luid} is published; archive it instead',
  releaseScheduled:
    'release {luid} is scheduled: only those who may publish can change what it publishes',
  releaseOtherSpaces: 'release {luid} contains items of spaces that you may not use',
  previewFull: 'a preview shows at most {max} changed items; this one would have at least {has}',
  keyReadsDrafts: 'needs a key that reads drafts',
  releaseWithTime: 'cannot be combined with release',
  releaseWithPublished: 'cannot be combined with release: the release publishes it',
  oneRelease: 'must be the LUID of one release',
  noReleaseHere: 'is not supported for this request',
  notInRelease: 'item {id} is not in the release',
  releaseDeletesWhole: 'an item is deleted in all languages; leave out the language',
  releaseConflict:
    'item {id} was published in {language} after it was added to the release; add it again, or overwrite what is published',
  releaseChangedSince:
    'item {id} has changed since the release ({language}), so it cannot be undone',
} as const
