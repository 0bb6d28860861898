import { reindexAll } from '../upkeep/reindex.ts'
import { defineCommand } from './command.ts'
import { startProgress } from './progress.ts'

export const reindex = defineCommand({
  needsDatabase: true,
  details: 'Of all root spaces, while servers run. A second run finds nothing to mend.',
  async run(_, { content, terminal }) {
    const progress = startProgress(terminal, { label: 'reindex', unit: 'items' })
    const { items, mended, orphans } = await reindexAll(await content(), {
      onProgress: progress.update,
      onMended(subject, reasons) {
        progress.end()
        terminal.print(`Mended ${subject}: ${reasons.join('; ')}`)
      },
    })
    progress.end()
    if (orphans > 0) {
      terminal.print(`Removed rows of ${orphans} items, documents or media that are gone`)
    }
    const summary = mended + orphans === 0 ? 'nothing to mend' : `${mended} mended`
    terminal.note(`Went through ${items.toLocaleString('en')} items: ${summary}.`)
  },
})
