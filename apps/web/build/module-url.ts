// `import address from './ruler.ts?module-url'`: the file becomes a script of its own with its exports, and the import
// gives its address. That is what a micro-frontend is to us: nothing of it is fetched before somebody asks for it.
import type { Plugin } from 'vite'

const suffix = '?module-url'

export function moduleUrl(): Plugin {
  let isBuild = false
  return {
    name: 'bindery:module-url',
    enforce: 'pre',
    configResolved: (config) => {
      isBuild = config.command === 'build'
    },
    async resolveId(name, importer) {
      if (!name.endsWith(suffix)) return null
      const file = await this.resolve(name.slice(0, -suffix.length), importer)
      return file === null ? null : file.id + suffix
    },
    load(id) {
      if (!id.endsWith(suffix)) return null
      const file = id.slice(0, -suffix.length)
      if (!isBuild) return `export default new URL(${JSON.stringify(`/ui/@fs${file}`)}, location.href).href`
      const reference = this.emitFile({ type: 'chunk', id: file, preserveSignature: 'strict' })
      return `export default import.meta.ROLLUP_FILE_URL_${reference}`
    },
  }
}
