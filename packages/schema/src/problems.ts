/**
 * What the service says about what is wrong or planned, by code. The text is English, for logs and
 * callers of the API; Studio says the same in the language of its user, by the code and the values.
 */

const texts = {
  // Values of fields
  required: 'is required',
  tooLong: 'must be at most {max} characters, has {has}',
  pattern: 'must match the pattern {pattern}',
  taken: 'must be unique; {holder} has the same value',
  notText: 'must be a string',
  nul: 'must not contain the NUL character',
  halfCharacter: 'must be well-formed Unicode, has half a surrogate pair',
  notId: 'must be a {what} id, which is a positive integer',
  notList: 'must be an array',
  tooManyEntries: 'must have at most {max} entries, has {has}',
  tooManyCells: 'must have at most {max} cells in all of its tables together',
  notObject: 'must be an object',
  oneLine: 'must be on one line',
  notBoolean: 'must be true or false',
  noOption: 'has no option {option}',
  repeatsOption: 'repeats {option}',
  notFieldSet: 'must be the LUID of a field set that the field allows',
  notTime: 'must be a date and time with an offset, as 2026-11-14T09:00:00Z',
  noField: 'no such field',
  sharedField: 'is the same in every language: write it in the main language',
  noItem: 'there is no content item {id} in this space',
  wrongModel: 'item {id} is not of a model that this field allows',
  noMedia: 'there is no media item {id} in this space',
  // Items
  itemGone: 'there is no such item',
  itemsGone: 'there is no item {ids}',
  itemInTrash: 'item {id} is in the trash',
  itemArchived: 'item {id} is archived; restore it first',
  itemArchivedAlready: 'item {id} is archived already',
  itemNotArchived: 'item {id} is not archived',
  itemNotInTrash: 'item {id} is not in the trash',
  noDraftToPublish: 'item {id} has no draft to publish',
  notPublished: 'item {id} is not published',
  noDraftToDiscard: 'item {id} has no draft beside published data',
  hasDraft: 'this item has a draft already',
  languageChanged: 'somebody else changed this language meanwhile',
  languageEmpty: 'the item has nothing in this language',
  noLanguage: 'is no language of this space',
  // Media
  mediaGone: 'there is no such media item',
  mediaNotAway: 'is neither archived nor in the trash',
  mediaInTrash: 'is in the trash',
  mediaArchivedAlready: 'is archived already',
  fileEmpty: 'is empty',
  bodyTooLarge: 'the body is larger than {max} bytes',
  fileTooLarge: 'is larger than {max} bytes',
  tooManyPixels: 'has {width} × {height} pixels{frames}; at most {max} in all are allowed',
  brokenImage: 'begins like an image, but cannot be read as one',
  // Accounts, keys and rights
  email: 'must be an e-mail address',
  name: 'must be text of at most {max} characters',
  passwordLength: 'must have {min} to {max} characters',
  accountTaken: 'there is such an account already',
  wrongPassword: 'is not the password of this account',
  wrongSignIn: 'the e-mail address or the password is wrong',
  accountGone: 'there is no such account any more',
  linkGone: 'this link was used already or is too old: ask for a new one',
  hasOwner: 'this instance has an owner already: sign in',
  needsOwner: 'an instance needs an owner: appoint another one first',
  cannotChangeMember: 'your role may not change a member who is {role}',
  cannotMakeMember: 'your role may not make somebody {role}',
  signInFirst: 'sign in first',
  needsRole: 'this needs the role {role}',
  keyGone: 'there is no such key',
  memberGone: 'there is no such member',
  noSpace: 'there is no such space',
  notYourSpace: 'you may not work in this space',
  pastTime: 'must be a time to come',
  longText: 'must have at most {max} characters',
  badCharacters: 'has characters that no text can have',
  unknownName: 'is not known here',
  notHost: 'must be a host such as www.example.com, perhaps with a path',
  notElement: 'must be lower-case letters, digits, _ and -, and start with a letter',
  suspended: 'this space is suspended: {reason}',
  quotaRequests: 'this space has used up its {max} requests of this month',
  quotaItems: 'this space may hold {max} items, and holds {has}',
  quotaMedia: 'this space may hold {max} bytes of media, and holds {has}',
  // Definitions
  definitionChanged: 'somebody else changed the definition meanwhile',
  notLuid: '{name} is no LUID: use a-z, 0-9 and _, not _ at the start, at most 64 characters',
  notLanguageKey: '{name} is no language key: write it like en, ja or zh-CN',
  tooManyLanguages: 'has {has} languages, at most {max} are possible',
  nameTwice: 'the {what} {name} is already at {place}',
  nameEmpty: 'is empty: leave it out to use the LUID',
  nameTooLong: 'has {has} characters, at most {max} are allowed',
  nameControls: 'must be on one line, without control characters',
  fieldsMissing: 'is missing: list the fields',
  repeatEmpty: 'is empty: a repeat has at least one field',
  optionsMissing: 'is missing: list the values to choose from',
  optionsEmpty: 'is empty: list at least one value',
  optionEmpty: 'is empty: an option has a value',
  defaultNotOption: 'must be one of the options {options}, is {value}',
  defaultEmpty: 'is empty: leave it out for a field that begins empty',
  modelsEmpty: 'is empty: name the models allowed, or leave it out to allow every model',
  fieldSetsMissing: 'is missing: name the field sets allowed',
  fieldSetsEmpty: 'is empty: name at least one field set',
  notLength: 'must be a whole number from 1 up, is {value}',
  noDefinition: 'there is no {what} {name}{hint}',
  titleType: 'the field {name} is of type {type}: a title is text or multiline',
  titleMissing: 'the model has no field {name}{hint}',
  notInRepeat: 'a repeat cannot hold a {type} field: it holds simple fields only',
  notInFieldSet: 'a field set cannot hold a {type} field: put it into the model',
  badPattern: '{reason}',
  uniqueInside: 'is possible only on fields that stand directly in a model',
  tornRename:
    '{what} {from} cannot become {to}: there is already a {what} {to}. Remove one of the two first, or leave "was" out to keep both',
  circleRename:
    "{from} and {to} cannot take each other's names in one step: rename one of them to a third name first",
  cannotConvert:
    'field {name} cannot change from {from} to {to}: the values of {items}, item {id} for one, would not survive it. Change them first, or make a new field',
  cannotBeUnique: 'field {name} cannot be unique: the same value is published by {holders}',
  mainLanguageFixed:
    'the main language cannot change from {from} to {to} while there is content ({items}): keep {from} the first of the languages',
  // What a change of the definitions would delete
  lostModel: 'model {name} has {items}',
  lostSpace: 'space {name} has {items}',
  lostSpaceMedia: 'space {name} has {items}',
  lostLanguage: 'language {name} has data in {items}',
  lostLanguageMedia: 'language {name} has alternative texts of {items}',
  lostField: 'field {name} holds values in {items}',
  lostFieldSet: 'field set {name} is used in {items}',
  lostTranslations: 'field {name} has values of its own in other languages in {items}',
  // What a change of the definitions does
  planAdd: '+ {what} {name}',
  planAddWithFields: '+ {what} {name} ({fields})',
  planAddField: '+ field {name} ({type})',
  planRemove: '- {what} {name}{why}',
  planRename: '→ rename {what} {from} → {to}',
  planName: '~ {what} {name}: name {from} → {to}',
  planOrder: '~ order of {what}s{place}: {list}',
  planMainLanguage: '~ main language {from} → {to}',
  planTitle: '~ model {name}: title {from} → {to}',
  planSetting: '~ field {name}: {setting} {from} → {to}',
  planRule: '~ field {name}: {setting} {from} → {to} (from the next publication on)',
} as const

export type ProblemCode = keyof typeof texts
export type ProblemValues = Readonly<Record<string, string | number>>

/** A sentence of the service, with what is needed to say it in another language. */
export interface Said {
  message: string
  code: ProblemCode
  /** `count` stands for a number of things where the English text has words. */
  values?: ProblemValues
}

export function say(code: ProblemCode, values?: ProblemValues): Said {
  const message = texts[code].replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(values?.[name] ?? whole),
  )
  return values ? { message, code, values } : { message, code }
}
