import { optionsOf } from './arguments.ts'
import type { Command, CommandEntry, Options, Positional } from './command.ts'

export function overview(entries: readonly CommandEntry[], group?: string): string {
  const width = Math.max(...entries.map(({ name }) => name.length))
  const list = entries.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`)
  return [
    `Usage: octavo ${group ?? 'COMMAND'} ${group ? 'COMMAND ' : ''}[OPTIONS]`,
    '',
    ...list,
    '',
    'Run octavo COMMAND --help for the options of a command, octavo --version for the version.',
  ].join('\n')
}

export function helpFor({ name, summary }: CommandEntry, command: Command): string {
  const positionals = command.positionals.map((it) => ` ${positionalWord(it)}`)
  return [
    `Usage: octavo ${name}${positionals.join('')} [OPTIONS]`,
    '',
    `${summary}.`,
    ...(command.details === undefined ? [] : ['', command.details]),
    '',
    ...optionLines(optionsOf(command)),
  ].join('\n')
}

function positionalWord({ name, isMany, isOptional }: Positional): string {
  const word = isMany ? `${name}…` : name
  return isOptional ? `[${word}]` : word
}

function optionLines(options: Options): string[] {
  const lines = Object.entries(options).map(([name, option]) => ({
    flag: `--${name}${option.type === 'string' ? ` ${option.value ?? 'VALUE'}` : ''}`,
    about: option.about,
  }))
  const width = Math.max(...lines.map(({ flag }) => flag.length))
  return lines.map(({ flag, about }) => `  ${flag.padEnd(width)}  ${about}`)
}
