import { Refusal } from '@octavo/schema/errors.ts'
import { createRoot } from '../content/roots.ts'
import { nameProblems } from '../modeling/reading.ts'
import { defineCommand } from './command.ts'

export const rootCreate = defineCommand({
  options: { name: { type: 'string', value: 'NAME', about: 'display name (default: the LUID)' } },
  positionals: [{ name: 'LUID' }],
  async run({ positionals: [luid = ''], options }, { store, terminal }) {
    const problems = options.name === undefined ? [] : nameProblems(options.name)
    if (problems.length > 0) throw new Refusal('badRequest', problems)
    await createRoot(await store(), {
      luid,
      ...(options.name !== undefined && { name: options.name }),
    })
    terminal.note(`Created root space ${luid}. Select it with --root ${luid} in other commands.`)
  },
})

export const rootList = defineCommand({
  needsDatabase: true,
  async run(_, { store, terminal }) {
    const roots = await (await store()).read((tx) => tx.roots.list())
    for (const { luid, name } of roots) terminal.print(`${luid}\t${name}`)
  },
})
