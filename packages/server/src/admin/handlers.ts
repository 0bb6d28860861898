/** The handlers of all routes of the management API, by name. */
import { accountHandlers, type AccountDeps } from './accounts.ts'
import type { AdminHandlers } from './api.ts'
import { contentHandlers, type ContentDeps } from './contents/handlers.ts'
import { definitionHandlers } from './definitions.ts'
import { keyHandlers } from './keys.ts'
import { mediaHandlers, type MediaDeps } from './media.ts'
import { memberHandlers } from './members.ts'
import { rootHandlers, type RootDeps } from './root-handlers.ts'
import { tokenHandlers } from './tokens.ts'
import { transferHandlers } from './transfer.ts'

export interface AdminDeps extends AccountDeps, ContentDeps, MediaDeps, RootDeps {}

export function adminHandlers(deps: AdminDeps): AdminHandlers {
  return {
    ...accountHandlers(deps),
    ...memberHandlers(deps),
    ...definitionHandlers(deps),
    ...contentHandlers(deps),
    ...mediaHandlers(deps),
    ...keyHandlers(deps),
    ...tokenHandlers(deps),
    ...transferHandlers(deps),
    ...rootHandlers(deps),
  }
}
