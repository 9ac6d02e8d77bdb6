// `import address from 'module-url:./ruler.ts'`: the file becomes a script of its own with its exports, and the import
// gives its address. That is what a micro-frontend is to us: nothing of it is fetched before somebody asks for it.
import type { Plugin } from 'vite'

const prefix = 'module-url:'

export function moduleUrl(): Plugin {
  let isBuild = false
  return {
    name: 'bindery:module-url',
    enforce: 'pre',
    configResolved: (config) => {
      isBuild = config.command === 'build'
    },
    async resolveId(name, importer) {
      if (!name.startsWith(prefix)) return null
      const file = await this.resolve(name.slice(prefix.length), importer)
      return file === null ? null : `\0${prefix}${file.id}`
    },
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null
      const file = id.slice(prefix.length + 1)
      if (!isBuild) return `export default ${JSON.stringify(`/ui/@fs${file}`)}`
      const reference = this.emitFile({ type: 'chunk', id: file, preserveSignature: 'strict' })
      return `export default import.meta.ROLLUP_FILE_URL_${reference}`
    },
  }
}
