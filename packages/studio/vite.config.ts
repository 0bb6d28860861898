import { noncePlaceholder } from '@octavo/schema/admin-api.ts'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { compressOutput } from './build/compress.ts'

/**
 * Few chunks, because each request of the first page costs a round trip: what every page needs, what
 * several screens share, and one for each screen.
 */
const chunks = [
  { name: 'app', tags: ['$initial' as const], priority: 2 },
  { name: 'shared', minShareCount: 2, priority: 1 },
]

export default defineConfig({
  plugins: [compressOutput(join(import.meta.dirname, 'dist'))],
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
