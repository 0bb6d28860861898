import { noncePlaceholder } from '@octavo/schema/admin-api.ts'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { compressOutput } from './build/compress.ts'
import { preloadApp } from './build/preload-app.ts'

const content = /@mantine\/core\/|@tabler\/|\/src\/(components\/|screens\/contents\/contents\.tsx$)/

/**
 * Few chunks, because each request of the first page costs a round trip: the first script, React, what
 * every page needs, lists with all components, the editor, what other screens share, and one for each other
 * screen.
 */
const chunks = [
  { name: 'entry', tags: ['$initial' as const], priority: 5 },
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\//, priority: 4 },
  { name: 'app', test: /\/src\/main\.tsx$/, priority: 3 },
  { name: 'content', test: content, priority: 2 },
  { name: 'item', test: /\/src\/screens\/item\/item\.tsx$/, priority: 1 },
  { name: 'shared', minShareCount: 2, priority: 0 },
]

export default defineConfig({
  plugins: [preloadApp(), compressOutput(join(import.meta.dirname, 'dist'))],
  html: { cspNonce: noncePlaceholder },
  build: {
    target: 'es2023',
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    // The CSS is small beyond that of Mantine, so one file avoids extra requests for lazy parts.
    cssCodeSplit: false,
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
  server: { proxy: { '/admin': 'http://localhost:8080', '/v1': 'http://localhost:8080' } },
})
