import { openMedia } from '../media/open-storage.ts'
import { examine } from '../upkeep/doctor.ts'
import type { Finding } from '../upkeep/finding.ts'
import { mixedVersions } from '../upkeep/mixed-versions.ts'
import { CommandError, defineCommand } from './command.ts'
import { plural } from './plural.ts'
import { startProgress } from './progress.ts'

export const doctor = defineCommand({
  options: {
    repair: { type: 'boolean', about: 'remove files of interrupted uploads' },
  },
  needsDatabase: true,
  details:
    'Checks all root spaces; servers may keep running. Changes nothing without --repair.\n' +
    'Exits with 1 if it finds a problem.',
  async run({ options }, context) {
    const { terminal, settings } = context
    const progress = startProgress(terminal, { label: 'doctor', unit: 'items' })
    let problems = 0
    const onFinding = (finding: Finding): void => {
      progress.end()
      if (finding.kind === 'problem') problems++
      terminal.print(`${finding.what}. ${finding.advice}`)
    }
    mixedVersions(process.cwd()).forEach(onFinding)
    await examine({
      context: await context.content(),
      dataFolder: settings.dataFolder,
      ...openMedia(settings),
      isRepairing: options.repair ?? false,
      onFinding,
      onProgress: progress.update,
    })
    progress.end()
    if (problems === 0) terminal.note('No problems found.')
    else throw new CommandError(`found ${plural(problems, 'problem')}.`)
  },
})
