import { createRoot } from '../content/roots.ts'
import { defineCommand } from './command.ts'

export const rootCreate = defineCommand({
  options: { name: { type: 'string', value: 'NAME', about: 'display name (default: the LUID)' } },
  positionals: [{ name: 'LUID' }],
  async run({ positionals: [luid = ''], options }, { store, terminal }) {
    await createRoot(await store(), { luid, name: options.name ?? luid })
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
