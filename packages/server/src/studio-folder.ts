import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The published package contains the built web app; in the repository it is a package of its own. */
const published = fileURLToPath(new URL('../studio', import.meta.url))
const inRepository = fileURLToPath(new URL('../../studio/dist', import.meta.url))

export const studioFolder = existsSync(published) ? published : inRepository
