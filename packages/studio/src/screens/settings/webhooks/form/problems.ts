import { AdminFailure } from '../../../../api/admin.ts'
import { problemText } from '../../../../i18n/problems.ts'
import { useText } from '../../../../i18n/text.tsx'

export interface FormProblems {
  /** The text of the problems at an input, including those inside of its value. */
  at: (name: string) => string | undefined
  /** The paths of all problems that belong to these inputs. */
  pathsAt: (names: readonly string[]) => string[]
}

export function useFormProblems(error: unknown): FormProblems {
  const t = useText()
  const problems = error instanceof AdminFailure ? error.problems : []
  return {
    at: (name) => {
      const texts = problems
        .filter(({ path }) => isAt(path, name))
        .map((problem) => problemText(problem, t))
      return texts.length === 0 ? undefined : [...new Set(texts)].join('. ')
    },
    pathsAt: (names) =>
      problems.map(({ path }) => path).filter((path) => names.some((name) => isAt(path, name))),
  }
}

function isAt(path: string, name: string): boolean {
  return path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`)
}
