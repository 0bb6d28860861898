export const deploys = {
  'deploys.title': 'Site',
  'deploys.now': 'Deploy now',
  'deploys.state.none': 'Not deployed yet',
  'deploys.state.requesting': 'Requesting a build…',
  'deploys.state.retrying': 'Build request failed',
  'deploys.state.refused': 'Build request failed',
  'deploys.state.requested': 'Build requested {time}',
  'deploys.state.building': 'Deploying… since {time}',
  'deploys.state.live': 'Live since {time}',
  'deploys.state.failed': 'Build failed {time}',
  'deploys.hint.none': 'A build starts after the next change of published content.',
  'deploys.hint.requesting': '',
  'deploys.hint.retrying':
    'The request is retried. If it fails again, an admin can check the URL and the token under Settings › Webhooks.',
  'deploys.hint.refused':
    'An admin can check the URL and the token under Settings › Webhooks. Then deploy again.',
  'deploys.hint.requested': 'The service accepted the request. It has not reported a result.',
  'deploys.hint.building': 'The service accepted the request and will report the result.',
  'deploys.hint.live': '',
  'deploys.hint.failed': 'See the log of the build at the service. Then deploy again.',
  'deploys.hint.disabled': 'Changes start no builds. An admin can enable the deploy hook.',
  'deploys.error': 'Reason: {error}.',
  'deploys.nextAttempt': 'Next attempt: {time}',
  'deploys.nextBuild': 'Changes are waiting. Next build: {time}',
  'deploys.lastLive': 'The site was last reported live at {time}.',
  'deploys.new': 'New deploy hook',
  'deploys.create': 'Create deploy hook',
  'deploys.created': 'Deploy hook “{name}” created',
  'deploys.once':
    'Requests are signed with this secret. You need it only if your receiver verifies them. It is not shown again.',
  'deploys.preset': 'Service',
  'deploys.preset.vercel': 'Vercel',
  'deploys.preset.netlify': 'Netlify',
  'deploys.preset.cloudflare': 'Cloudflare Pages',
  'deploys.preset.github': 'GitHub Actions',
  'deploys.preset.url': 'Other URL',
  'deploys.target.vercel':
    'Create a deploy hook in the project under Settings › Git › Deploy Hooks, and copy its URL.',
  'deploys.target.netlify':
    'Create a build hook under Build & deploy › Build hooks, and copy its URL.',
  'deploys.target.cloudflare':
    'Create a deploy hook in the Pages project under Settings › Builds, and copy its URL.',
  'deploys.target.github':
    'The workflow starts on repository_dispatch with the type octavo. Replace OWNER and REPOSITORY.',
  'deploys.target.url': 'A POST request to this URL starts a build.',
  'deploys.token': 'GitHub token',
  'deploys.tokenHint':
    'A fine-grained token with write access to the contents of the repository. It is not shown again.',
  'deploys.debounce': 'Wait after a change (seconds)',
  'deploys.interval': 'Time between builds (minutes)',
  'deploys.events': 'Changes that start a build',
  'deploys.pace': 'Builds {debounce} s after the last change, at most every {interval} min',
  'deploys.status': 'Status URL',
  'deploys.statusHint':
    'So that Studio shows when the site is live, let the build or the service send a POST request to this URL. For a failure, replace live with failed.',
  'deploys.builds': 'Build requests',
} as const
