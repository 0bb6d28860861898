import { defineConfig } from 'octavo/config'
import { article } from './schema/article.ts'
import { author } from './schema/author.ts'

export default defineConfig({
  // The first language is the main language.
  languages: ['en', 'ja'],
  models: [article, author],
  types: 'octavo-types.ts',
})
