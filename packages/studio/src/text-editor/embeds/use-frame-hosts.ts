import { defaultFrameHosts, frameUrl } from '@octavo/schema/frames.ts'
import { useSession } from '../../api/session.tsx'
import type { Frame } from './frames.ts'

/** Whether the settings of the root space allow a frame. The server removes others. */
export function useFrameHosts(): (frame: Frame) => boolean {
  const { schema } = useSession()
  const hosts = schema.root.settings.iframeHosts ?? defaultFrameHosts
  return ({ src }) => frameUrl(src, hosts) !== undefined
}
