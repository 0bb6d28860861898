import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { apiReport, reportPath } from '../scripts/pack/api-report.ts'
import { publishedPackages } from '../scripts/pack/packages.ts'

describe('the API report says what is published; npm run api updates that', () => {
  for (const published of publishedPackages) {
    it(`of ${published.name}`, () => {
      assert.equal(readFileSync(reportPath(published), 'utf8'), apiReport(published))
    })
  }
})
