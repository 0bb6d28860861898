import { editKey, type KeySettings } from '../access/keys.ts'
import { defineCommand, idOf, UsageError, wholeNumber, type OptionValues } from './command.ts'
import { expiryOf, spaceIdsOf } from './key.ts'

const options = {
  name: { type: 'string', value: 'NAME', about: 'another name' },
  writes: {
    type: 'string',
    value: 'contents,media|none',
    about: 'what the key may write: contents, media, both, or none',
  },
  publish: { type: 'boolean', about: 'its writes may change published content' },
  'no-publish': { type: 'boolean', about: 'writes drafts only' },
  media: { type: 'boolean', about: 'may list media' },
  'no-media': { type: 'boolean', about: 'may not list media' },
  spaces: { type: 'string', value: 'A,B|all', about: 'only these spaces, or all' },
  'read-limit': { type: 'string', value: 'N|default', about: 'reads per minute; 0 for no limit' },
  'write-limit': { type: 'string', value: 'N|default', about: 'writes per minute; 0 for no limit' },
  expires: { type: 'string', value: 'DATE|never', about: 'such as 2027-01-31' },
} as const

export const keyUpdate = defineCommand({
  options,
  positionals: [{ name: 'ID' }],
  details: [
    'Changes only what is given, from the next request on. What a key reads cannot change:',
    'create another key instead. For the ids, run octavo key list.',
  ].join('\n'),
  async run({ positionals: [typed = ''], options: given }, context) {
    const id = idOf(typed)
    const settings = settingsIn(given)
    if (Object.keys(settings).length === 0 && given.spaces === undefined) {
      throw new UsageError('give at least one option')
    }
    const { content, rootId } = await context.inRoot()
    const { spaces } = await content.store.read((tx) => tx.roots.load(rootId))
    const reach = given.spaces !== undefined && {
      spaceIds: given.spaces === 'all' ? null : spaceIdsOf(given.spaces, spaces),
    }
    await editKey(content, { rootId, id, actor: 'cli' }, { ...settings, ...reach })
    context.terminal.note(`Changed key ${id}.`)
  },
})

function settingsIn(given: OptionValues<typeof options>): KeySettings {
  const { name, writes, expires } = given
  if (name === '') throw new UsageError('--name must not be empty')
  return {
    ...(name !== undefined && { name }),
    ...(writes !== undefined && writesIn(writes)),
    ...flagIn('publishes', 'publish', given.publish, given['no-publish']),
    ...flagIn('listsMedia', 'media', given.media, given['no-media']),
    ...limitIn('readLimit', 'read-limit', given['read-limit']),
    ...limitIn('writeLimit', 'write-limit', given['write-limit']),
    ...(expires !== undefined && {
      expiresAt: expires === 'never' ? null : expiryOf(expires, Date.now()),
    }),
  }
}

function writesIn(text: string): KeySettings {
  const words = text === 'none' ? [] : text.split(',').map((word) => word.trim())
  if (words.some((word) => word !== 'contents' && word !== 'media')) {
    throw new UsageError(`--writes must be contents, media, both with a comma, or none: "${text}"`)
  }
  return { writesContents: words.includes('contents'), writesMedia: words.includes('media') }
}

function flagIn(
  setting: 'publishes' | 'listsMedia',
  name: string,
  isOn: boolean | undefined,
  isOff: boolean | undefined,
): KeySettings {
  if (isOn && isOff) throw new UsageError(`--${name} and --no-${name} exclude each other`)
  return isOn || isOff ? { [setting]: isOn === true } : {}
}

function limitIn(
  setting: 'readLimit' | 'writeLimit',
  name: string,
  text: string | undefined,
): KeySettings {
  if (text === undefined) return {}
  return { [setting]: text === 'default' ? null : wholeNumber(text, name) }
}
