import assert from 'node:assert/strict'
import type { ContentContext } from '../content/context.ts'
import { examineContent } from '../upkeep/examine-content.ts'
import type { Finding } from '../upkeep/finding.ts'

/** Asserts that the doctor finds no problems in the stored content. */
export async function assertSound(context: ContentContext): Promise<void> {
  const findings: Finding[] = []
  await examineContent({ context, onFinding: (finding) => findings.push(finding) })
  assert.deepEqual(findings, [])
}
