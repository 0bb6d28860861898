import { existsSync } from 'node:fs'
import type { NextConfig } from 'next'

// The keys are in .env of the project. Variables of the environment win.
if (existsSync('../.env')) process.loadEnvFile('../.env')

const config: NextConfig = {
  redirects: async () => [{ source: '/', destination: '/en', permanent: false }],
}

export default config
