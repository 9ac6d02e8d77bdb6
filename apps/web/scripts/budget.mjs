// Prints what a first visit downloads, and fails the build when a limit is passed. Sizes are those of the
// brotli files beside the assets, which is what browsers are sent.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const dist = new URL(`../${process.env.BINDERY_WEB_OUT ?? 'dist'}/`, import.meta.url).pathname
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))

const shell = 'src/app/shell/shell.tsx'
const visits = [
  { name: 'sign-in', entries: ['src/features/session/sign-in-screen.tsx'], limit: 150 },
  { name: 'packages list', entries: [shell, 'src/features/packages/packages-screen.tsx'], limit: 200 },
  { name: 'package details', entries: [shell, 'src/features/packages/package-screen.tsx'], limit: 200 },
  { name: 'version details', entries: [shell, 'src/features/packages/version-screen.tsx'], limit: 200 },
  { name: 'repositories', entries: [shell, 'src/features/repositories/repositories-screen.tsx'], limit: 200 },
  { name: 'users', entries: [shell, 'src/features/users/users-screen.tsx'], limit: 200 },
  { name: 'permission', entries: [shell, 'src/features/permissions/permission-screen.tsx'], limit: 200 },
]
const styleLimit = 40

let isOver = false
console.log('First visit, compressed            script   style')
for (const { name, entries, limit } of visits) {
  const { scripts, styles } = filesOf(['index.html', ...entries])
  const script = kilobytes(scripts)
  const style = kilobytes(styles)
  const tooMuch = script > limit || style > styleLimit
  isOver ||= tooMuch
  const line = `  ${name.padEnd(30)} ${script.toFixed(1).padStart(6)} kB ${style.toFixed(1).padStart(5)} kB`
  console.log(tooMuch ? `${line}  over the limit of ${limit} kB script, ${styleLimit} kB style` : line)
}
if (isOver) process.exitCode = 1

/** The chunks with all they import before they can run. */
function filesOf(keys) {
  const chunks = new Set()
  const visit = (key) => {
    const chunk = manifest[key]
    if (chunk === undefined) throw new Error(`The build has no chunk ${key}`)
    if (chunks.has(chunk)) return
    chunks.add(chunk)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const key of keys) visit(key)
  const all = [...chunks]
  return {
    scripts: new Set(all.map(({ file }) => file)),
    styles: new Set(all.flatMap(({ css }) => css ?? [])),
  }
}

function kilobytes(files) {
  return [...files].reduce((sum, file) => sum + sizeOf(join(dist, file)), 0) / 1000
}

function sizeOf(file) {
  try {
    return statSync(`${file}.br`).size
  } catch {
    return statSync(file).size // too small to be worth compressing
  }
}
