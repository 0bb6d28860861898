import { noncePlaceholder } from '@octavo/schema/admin-api.ts'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { compressOutput } from './build/compress.ts'

export default defineConfig({
  plugins: [compressOutput(join(import.meta.dirname, 'dist'))],
  html: { cspNonce: noncePlaceholder },
  build: {
    target: 'es2023',
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    // Little more than the library's, and it comes with the page: a part that comes later needs no other file.
    cssCodeSplit: false,
  },
  server: { proxy: { '/admin': 'http://localhost:8080', '/v1': 'http://localhost:8080' } },
})
