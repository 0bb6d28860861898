/** Writes api.md: all that users of the client can see, so that a change of it shows in the diff. */
import { writeFileSync } from 'node:fs'
import { apiReport, reportPath } from './report-api.ts'

writeFileSync(reportPath, apiReport())
