// Prints what a first visit downloads, and fails the build when a limit is passed. Sizes are those of the
// brotli files beside the assets, which is what browsers are sent.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const dist = new URL(`../${process.env.BINDERY_WEB_OUT ?? 'dist'}/`, import.meta.url).pathname
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))

const shell = 'src/app/shell/shell.tsx'
const limit = 200
const signIn = 'src/features/session/sign-in-screen.tsx'
const screens = Object.keys(manifest).filter((key) => key.endsWith('-screen.tsx') && key !== signIn)
const visits = [
  { name: signIn, entries: [signIn], limit: 150 },
  ...screens.map((name) => ({ name, entries: [shell, name], limit })),
]
const shown = 12
const styleLimit = 40

const measured = visits.map(({ name, entries, limit }) => {
  const { scripts, styles } = filesOf(['index.html', ...entries])
  const [script, style] = [kilobytes(scripts), kilobytes(styles)]
  return { name, limit, script, style, isOver: script > limit || style > styleLimit }
})
console.log(`First visit, compressed (the largest of ${visits.length} screens)          script   style`)
for (const { name, limit, script, style, isOver } of measured
  .toSorted((a, b) => b.script / b.limit - a.script / a.limit)
  .filter(({ isOver }, index) => isOver || index < shown)) {
  const line = `  ${shortOf(name).padEnd(58)} ${script.toFixed(1).padStart(6)} kB ${style.toFixed(1).padStart(5)} kB`
  console.log(isOver ? `${line}  over the limit of ${limit} kB script, ${styleLimit} kB style` : line)
}
if (measured.some(({ isOver }) => isOver)) process.exitCode = 1

function shortOf(name) {
  return name.replace('src/', '').replace('features/', '').replace('.tsx', '')
}

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
