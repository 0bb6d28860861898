import type { Plugin } from 'vite'

/** The page names the app and what it imports, so that the browser loads them with the first script. */
export function preloadApp(): Plugin {
  return {
    name: 'preload-app',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {}, chunk: first }) {
        const app = Object.values(bundle).find(({ fileName }) =>
          /^assets\/app-.*\.js$/.test(fileName),
        )
        if (app?.type !== 'chunk') throw new Error('the build has no chunk named app')
        const files = [app.fileName, ...app.imports].filter((file) => file !== first?.fileName)
        return files.map((file) => {
          const attrs = { rel: 'modulepreload', crossorigin: true, href: `/${file}` }
          return { tag: 'link', attrs, injectTo: 'head' as const }
        })
      },
    },
  }
}
