import { pulledConfig, pulledMark } from '../modeling/pull.ts'
import { CommandError, defineCommand } from './command.ts'
import { replaceFileText, textOfFile } from './generated-file.ts'

export const schemaPull = defineCommand({
  options: {
    out: { type: 'string', value: 'FILE', about: 'write to this file instead of stdout' },
    force: { type: 'boolean', about: 'replace FILE even if it was edited by hand' },
  },
  needsDatabase: true,
  takesUrl: true,
  details:
    'Writes the schema as an octavo.config.ts. octavo schema plan then finds no difference.\n' +
    'A file that octavo schema pull wrote is replaced; others only with --force.',
  async run({ options: { out, force = false } }, context) {
    const text = pulledConfig(await context.definition())
    if (out === undefined) return context.terminal.write(text)
    if (!force && !(await isReplaceable(out))) {
      throw new CommandError(
        `${out} exists and was not written by octavo schema pull. Choose another name, or add --force.`,
      )
    }
    await replaceFileText(out, text)
    context.terminal.note(`Wrote ${out}.`)
  },
})

async function isReplaceable(path: string): Promise<boolean> {
  const text = await textOfFile(path)
  return text === undefined || text.startsWith(pulledMark)
}
