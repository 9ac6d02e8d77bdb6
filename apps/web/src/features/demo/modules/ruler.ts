// A micro-frontend that watches its surroundings: it tells how wide its place is, and stops when it is taken away.
import type { ModulePage, Unmount } from '../../../lib/modules.ts'
import { add, shadowOf } from './shadow.ts'

export function mount(element: HTMLElement, { message }: ModulePage): Unmount {
  const root = shadowOf(element, rules)
  add(root, 'p', message('demo.rulerText'))
  const shown = add(root, 'output')
  const line = add(root, 'div')
  line.className = 'line'
  const watcher = new ResizeObserver(() => {
    shown.textContent = message('demo.pixels', { width: Math.round(element.clientWidth) })
  })
  watcher.observe(element)
  return () => {
    watcher.disconnect()
    root.replaceChildren()
  }
}

const rules = `
.line {
  height: 0.75rem;
  border: solid var(--border-control);
  border-width: 0 1px 1px;
}
`
