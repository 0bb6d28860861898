import { oldestNode } from '../../server/src/supported-node.ts'
import { packageManagers } from './package-managers.ts'
import type { Plan } from './plan.ts'

/** The package.json of a project. */
export function manifestOf(
  { name, template: { site }, packageManager }: Plan,
  version: string,
): object {
  const { run } = packageManagers[packageManager]
  return {
    name,
    version: '0.0.0',
    private: true,
    type: 'module',
    engines: { node: `>=${oldestNode}` },
    ...(site && { workspaces: ['site'] }),
    scripts: {
      dev: 'octavo dev',
      start: 'octavo start',
      typegen: 'octavo typegen --out octavo-types.ts',
      backup: 'octavo backup',
      ...(site && { site: `cd site && ${run} dev`, 'site:build': `cd site && ${run} build` }),
    },
    dependencies: { '@octavo/client': version, octavo: version },
  }
}
