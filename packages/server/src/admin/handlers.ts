/** The handlers of all routes of the management API, by name. */
import { accountHandlers, type AccountDeps } from './accounts.ts'
import type { AdminHandlers } from './api.ts'
import { contentHandlers, type ContentDeps } from './contents/handlers.ts'
import { definitionHandlers } from './definitions.ts'
import { deployHandlers } from './deploys.ts'
import { keyHandlers } from './keys.ts'
import { mediaHandlers, type MediaDeps } from './media.ts'
import { memberHandlers } from './members.ts'
import { releaseHandlers } from './releases/handlers.ts'
import { rootHandlers, type RootDeps } from './root-handlers.ts'
import { startHandlers, type StartDeps } from './start.ts'
import { tokenHandlers } from './tokens.ts'
import { trashHandlers } from './trash.ts'
import { transferHandlers } from './transfer.ts'
import { webhookHandlers, type WebhookDeps } from './webhooks.ts'

export interface AdminDeps
  extends AccountDeps, ContentDeps, MediaDeps, RootDeps, StartDeps, WebhookDeps {}

export function adminHandlers(deps: AdminDeps): AdminHandlers {
  return {
    ...accountHandlers(deps),
    ...memberHandlers(deps),
    ...definitionHandlers(deps),
    ...startHandlers(deps),
    ...contentHandlers(deps),
    ...releaseHandlers(deps),
    ...mediaHandlers(deps),
    ...trashHandlers(deps),
    ...keyHandlers(deps),
    ...tokenHandlers(deps),
    ...webhookHandlers(deps),
    ...deployHandlers(deps),
    ...transferHandlers(deps),
    ...rootHandlers(deps),
  }
}
