import { defineConfig } from 'octavo/config'
import { page } from './schema/page.ts'

export default defineConfig({
  // The first language is the main language.
  languages: ['en'],
  models: [page],
  types: 'octavo-types.ts',
})
