import { reindexAll } from '../upkeep/reindex.ts'
import { defineCommand } from './command.ts'
import { plural } from './plural.ts'
import { startProgress } from './progress.ts'

export const reindex = defineCommand({
  needsDatabase: true,
  details: 'Repairs all root spaces; servers may keep running.',
  async run(_, { content, terminal }) {
    const progress = startProgress(terminal, { label: 'reindex', unit: 'items' })
    const { items, repaired, orphans } = await reindexAll(await content(), {
      onProgress: progress.update,
      onRepaired(subject, reasons) {
        progress.end()
        terminal.print(`Repaired ${subject}: ${reasons.join('; ')}`)
      },
    })
    progress.end()
    if (orphans > 0) {
      terminal.print(`Removed orphaned rows of ${orphans} deleted items, documents or media`)
    }
    const summary = repaired + orphans === 0 ? 'nothing to repair' : `${repaired} repaired`
    terminal.note(`Checked ${plural(items, 'item')}: ${summary}.`)
  },
})
