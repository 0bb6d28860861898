import { defineConfig, envField } from 'astro/config'

/** A build renders every page once. The development server renders each request, with the current content. */
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
  trailingSlash: 'always',
  integrations: [renderOnRequest],
  devToolbar: { enabled: false },
  // The keys are in .env of the project.
  vite: { envDir: '..' },
  env: {
    schema: {
      OCTAVO_API_URL: envField.string({ context: 'server', access: 'secret', url: true }),
      OCTAVO_KEY: envField.string({ context: 'server', access: 'secret' }),
    },
    validateSecrets: true,
  },
})
