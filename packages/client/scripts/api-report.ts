/** Writes api.md, the public API of the client, so that changes of it show in the diff. */
import { writeFileSync } from 'node:fs'
import { apiReport, reportPath } from './report-api.ts'

writeFileSync(reportPath, apiReport())
