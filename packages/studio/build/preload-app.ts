import type { Plugin } from 'vite'

/** The page names the app, so that the browser loads it at the same time as the first script. */
export function preloadApp(): Plugin {
  return {
    name: 'preload-app',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const app = Object.keys(bundle).find((file) => /^assets\/app-.*\.js$/.test(file))
        if (app === undefined) throw new Error('the build has no chunk named app')
        const attrs = { rel: 'modulepreload', crossorigin: true, href: `/${app}` }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
  }
}
