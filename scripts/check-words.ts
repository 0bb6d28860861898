/** Rejects the retired words of docs/writing.md, and prints what to write instead. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Names that cannot change: of the management API, of problems, and of tables in existing databases. */
const allowedNames = new Set(['deeds', '_away_at', 'away_texts', 'away_texts_pkey', 'mediaNotAway'])
/** An error code of the client. */
const allowedPhrases = /'?Bad Answer'?/g
const checkedFiles = ['*.ts', '*.tsx', '*.mjs', '*.js', '*.md', '*.yaml', '*.vcl']
/** The word list itself, and texts in other languages or of other authors. */
const uncheckedFiles = [':!docs/writing.md', ':!**/fixtures/**', ':!**/testing/*-texts/**']

const replacements = readReplacements()
const faults = trackedFiles().flatMap(faultsIn)
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1

/** Reads each retired word and its replacement from the table. */
function readReplacements(): ReadonlyMap<string, string> {
  const [, section = ''] = readFileSync('docs/writing.md', 'utf8').split('## Retired words')
  const rows = section.matchAll(/^\| (.+?) \| (.+?) \|$/gm)
  const pairs = Array.from(rows, ([, words = '', instead = '']) =>
    words.split(', ').map((word): [string, string] => [word.toLowerCase(), instead]),
  )
  return new Map(pairs.slice(1).flat())
}

function trackedFiles(): string[] {
  const args = ['ls-files', '-z', '--', ...checkedFiles, ...uncheckedFiles]
  return execFileSync('git', args, { encoding: 'utf8' }).split('\0').filter(Boolean)
}

function faultsIn(file: string): string[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.flatMap((line, index) =>
    retiredIn(line).map(
      (word) => `${file}:${index + 1}: "${word}": write ${replacements.get(word)}`,
    ),
  )
}

/** Splits names into words: `isCached`, `index_keys`. */
function retiredIn(line: string): string[] {
  const names = line.replaceAll(allowedPhrases, '').match(/[A-Za-z_]+/g) ?? []
  const words = names
    .filter((name) => !allowedNames.has(name))
    .flatMap((name) => name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [])
  return [...new Set(words.map((word) => word.toLowerCase()))].filter((word) =>
    replacements.has(word),
  )
}
