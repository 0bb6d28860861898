/** Webhooks and deploy hooks. */
export const webhooks = {
  webhookGone: 'there is no such webhook',
  deliveryGone: 'there is no such delivery',
  notTarget: 'must be a URL that starts with https:// or http://, without a user name or password',
  notEvent: 'must be one of {names}',
  needsDrafts: '{name} is an event of drafts: include drafts',
  notHeaderName: 'must be a header name, such as X-Site',
  notHeaderValue: 'must be visible ASCII characters and spaces',
  reservedHeader: '{name} is set by the server',
  repeatedHeader: 'repeats {name}',
  headerValueMissing: 'needs a value',
  tooManyWebhooks: 'a root space can have at most {max} webhooks: delete one first',
  webhookDisabled: 'the webhook is disabled: enable it first',
  deployHookOnly: 'this webhook sends events: only a deploy hook starts builds',
  deployInstead: 'a deploy hook sends no events: start a build instead',
  deployKind: 'a webhook cannot become a deploy hook: create a new one',
  notBuild: 'build must be the number of a build, as in the request that started it',
  deployTarget: 'must be the address of a deploy hook of {service}, such as {example}',
  deployToken: 'must contain Authorization with the token for GitHub: Bearer github_pat_…',
  webhookSecretMissing:
    'the webhook comes from a backup, which has no secrets: rotate its secret first',
  webhookHeaderMissing:
    'the webhook comes from a backup, which has no secrets: set the value of the header {name} first',
  templateJson: 'must be JSON, with placeholders only inside of strings: {reason}',
  templateText: '{text} has an incomplete placeholder: write {example}',
  templateName: '{name} is unknown. Known names: {names}',
  templatePlaceholders: 'must have at most {max} placeholders, has {has}',
} as const
