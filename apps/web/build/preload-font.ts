import type { Plugin } from 'vite'

/** Asks for the text font together with the style sheet, so that the first paint has its final widths. */
export function preloadFont(name: string): Plugin {
  return {
    name: 'bindery:preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => {
        const file = Object.keys(bundle ?? {}).find((path) => path.includes(name))
        if (file === undefined) throw new Error(`The build has no font ${name}`)
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/ui/${file}`, crossorigin: '' }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
  }
}
