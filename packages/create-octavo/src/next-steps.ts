import { relative } from 'node:path'
import { packageManagers } from './package-managers.ts'
import type { Plan } from './plan.ts'

/** What the command prints at its end. Each line under "Next" works when it is typed as it is. */
export function nextSteps(plan: Plan, workingFolder: string): string[] {
  const { template, owner, packageManager, folder } = plan
  const { run } = packageManagers[packageManager]
  const path = relative(workingFolder, folder)
  return [
    `Created ${plan.name} with the template ${template.name}.`,
    ...(owner
      ? [
          '',
          `  Sign in   ${owner.email}${owner.isGenerated ? `  ${owner.password}` : ''}`,
          '  Keys      in .env',
          ...(owner.isGenerated ? ['Save the password: it is shown only once.'] : []),
        ]
      : []),
    '',
    'Next:',
    ...(path === '' ? [] : [`  cd ${quoted(path)}`]),
    ...(owner ? [] : [`  ${packageManager} install`]),
    `  ${run} dev`,
    ...(template.site && owner
      ? [
          '',
          `Then, in a second terminal, the site at http://localhost:${template.site.port}:`,
          `  ${run} site`,
        ]
      : []),
    ...(owner
      ? []
      : ['', 'README.md lists the commands that create the owner account and the keys.']),
  ]
}

function quoted(path: string): string {
  return /^[\w./@-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}
