import { defineConfig, envField } from 'astro/config'
import { loadEnv } from 'vite'

const { SITE_URL } = loadEnv('production', import.meta.dirname, 'SITE_')

/** A build renders every page once. The dev server renders each request with the current content. */
const renderOnRequest = {
  name: 'render-on-request',
  hooks: {
    'astro:config:setup': ({ command }) => {
      renderOnRequest.isOn = command === 'dev'
    },
    'astro:route:setup': ({ route }) => {
      if (renderOnRequest.isOn) route.prerender = false
    },
  },
  isOn: false,
}

export default defineConfig({
  site: SITE_URL,
  trailingSlash: 'always',
  integrations: [renderOnRequest],
  devToolbar: { enabled: false },
  vite: { server: { watch: { ignored: ['**/dist-*/**'] } } },
  env: {
    schema: {
      OCTAVO_URL: envField.string({ context: 'client', access: 'public', url: true }),
      OCTAVO_KEY: envField.string({ context: 'client', access: 'public' }),
      OCTAVO_DRAFT_KEY: envField.string({ context: 'server', access: 'secret', optional: true }),
    },
    validateSecrets: true,
  },
})
