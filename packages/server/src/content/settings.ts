import type { RootSettings } from '@octavo/schema/definitions.ts'
import { suspendAction } from '../changes/tags.ts'
import type { ContentContext } from './context.ts'

/** Changes the given settings of a root space. They take effect on the next request. */
export function changeSettings(
  context: ContentContext,
  { rootId, settings, actor }: { rootId: number; settings: Partial<RootSettings>; actor: string },
): Promise<void> {
  return context.store.write(async (tx) => {
    await tx.roots.lock(rootId, 'exclusive')
    const root = await tx.roots.load(rootId)
    await tx.roots.save({ ...root, settings: { ...root.settings, ...settings } })
    await tx.changes.append([
      {
        at: context.now(),
        rootId,
        kind: 'schema',
        subjectId: rootId,
        modelId: null,
        actor,
        action: actionOf(settings),
        scopes: [],
      },
    ])
  })
}

function actionOf({ suspension }: Partial<RootSettings>): string {
  if (suspension === undefined) return 'change settings'
  return suspension ? suspendAction : 'resume'
}
