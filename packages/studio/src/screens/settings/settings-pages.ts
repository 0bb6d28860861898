/** The pages of the settings, in order. */
export const settingsPages = [
  'languages',
  'spaces',
  'keys',
  'tokens',
  'webhooks',
  'members',
  'content',
  'usage',
  'trash',
  'audit',
] as const
export type SettingsPage = (typeof settingsPages)[number]
