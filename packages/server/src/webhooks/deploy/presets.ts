/** What the services expect from a request that starts a build. */
import { problemAt, type Problem } from '@octavo/schema/errors.ts'
import { say } from '@octavo/schema/problems.ts'
import {
  defaultBuildInterval,
  defaultDebounce,
  type DeployPreset,
  type DeploySettings,
} from '@octavo/schema/webhooks.ts'
import type { WebhookHeader } from '../../store/webhooks.ts'

interface Service {
  readonly service: string
  /** Part of the path of each address of the service. Any host is allowed: some can be self-hosted. */
  readonly path: RegExp
  readonly example: string
}

const services: Readonly<Partial<Record<DeployPreset, Service>>> = {
  vercel: {
    service: 'Vercel',
    path: /\/integrations\/deploy\/./,
    example: 'https://api.vercel.com/v1/integrations/deploy/…',
  },
  netlify: {
    service: 'Netlify',
    path: /\/build_hooks\/./,
    example: 'https://api.netlify.com/build_hooks/…',
  },
  cloudflare: {
    service: 'Cloudflare Pages',
    path: /\/deploy_hooks\/./,
    example: 'https://api.cloudflare.com/client/v4/pages/webhooks/deploy_hooks/…',
  },
  github: {
    service: 'GitHub',
    path: /\/repos\/[^/]+\/[^/]+\/dispatches$/,
    example: 'https://api.github.com/repos/OWNER/REPOSITORY/dispatches',
  },
}

/** The body that a service requires. Others accept any. */
export const presetTemplates: Readonly<Partial<Record<DeployPreset, string>>> = {
  github: JSON.stringify({
    event_type: 'octavo',
    client_payload: { build: '{{sequence}}', time: '{{timestamp}}' },
  }),
}

export const presetHeaders: Readonly<Partial<Record<DeployPreset, Record<string, string>>>> = {
  github: { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' },
}

export type GivenDeploy = { readonly [Name in keyof DeploySettings]?: DeploySettings[Name] }

/** `before` is undefined for a new webhook. */
export function checkedDeploy(
  given: GivenDeploy | undefined,
  before: DeploySettings | null | undefined,
  { target, headers }: { target: string; headers: readonly WebhookHeader[] },
  add: (problem: Problem) => void,
): DeploySettings | null {
  if (given && before === null) add(problemAt('deploy', say('deployKind')))
  const preset = given?.preset ?? before?.preset
  if (!preset) {
    if (given && before === undefined) add(problemAt('deploy.preset', say('required')))
    return null
  }
  const service = services[preset]
  if (service && !service.path.test(URL.parse(target)?.pathname ?? '')) {
    const { service: name, example } = service
    add(problemAt('target', say('deployTarget', { service: name, example })))
  }
  if (preset === 'github' && !headers.some(({ name }) => /^authorization$/i.test(name))) {
    add(problemAt('headers', say('deployToken')))
  }
  return {
    preset,
    debounce: given?.debounce ?? before?.debounce ?? defaultDebounce,
    interval: given?.interval ?? before?.interval ?? defaultBuildInterval,
  }
}
