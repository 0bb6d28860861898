/** CHANGELOG.md: a section for each release, the newest first, after the notes for the next one. */

const unreleased = '## Unreleased\n'

/** Areas of commits that users do not see. */
const internalAreas = new Set(['tests', 'bench', 'ci', 'scripts', 'release', 'wip'])

export interface Release {
  version: string
  /** YYYY-MM-DD. */
  date: string
  /** The first lines of its commits, the newest first. */
  commits: readonly string[]
}

/** Adds the section of a release. It begins with the notes that were written by hand below "Unreleased". */
export function withRelease(changelog: string, { version, date, commits }: Release): string {
  const start = changelog.indexOf(unreleased)
  if (start === -1) throw new Error('CHANGELOG.md has no line "## Unreleased"')
  const from = start + unreleased.length
  const next = changelog.indexOf('\n## ', from)
  const end = next === -1 ? changelog.length : next
  const notes = changelog.slice(from, end).trim()
  const section = [`## ${version} (${date})`, notes, ...areasOf(commits)]
    .filter(Boolean)
    .join('\n\n')
  const earlier = changelog.slice(end).trim()
  return `${changelog.slice(0, from)}\n${[section, earlier].filter(Boolean).join('\n\n')}\n`
}

/** One list for each area, as `area: summary` names it. */
function areasOf(commits: readonly string[]): string[] {
  const changes = commits.flatMap((subject) => {
    const [, areas = '', summary = ''] = /^([\w-]+(?:, [\w-]+)*): (.+)$/.exec(subject) ?? []
    const area = areas.split(', ').find((name) => !internalAreas.has(name))
    return area === undefined || area === '' ? [] : [{ area, summary }]
  })
  return [...Map.groupBy(changes, ({ area }) => area)]
    .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([area, list]) => {
      const lines = list.toReversed().map(({ summary }) => `- ${capitalized(summary)}`)
      return `### ${capitalized(area)}\n\n${lines.join('\n')}`
    })
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
