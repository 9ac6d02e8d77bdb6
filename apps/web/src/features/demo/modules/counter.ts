// A micro-frontend with a state of its own: it counts presses of a button.
import type { ModulePage, Unmount } from '../../../lib/modules.ts'
import { add, shadowOf } from './shadow.ts'

export function mount(element: HTMLElement, { message }: ModulePage): Unmount {
  const root = shadowOf(element, rules)
  add(root, 'p', message('demo.counterText'))
  const shown = add(root, 'output', '0')
  const button = add(root, 'button', message('demo.count'))
  let presses = 0
  button.type = 'button'
  button.addEventListener('click', () => {
    presses += 1
    shown.textContent = String(presses)
  })
  return () => root.replaceChildren()
}

const rules = `
button {
  justify-self: start;
  height: 2rem;
  padding: 0 0.75rem;
  border: 1px solid var(--border-default);
  border-radius: var(--radius-control);
  background: var(--bg-surface);
  color: inherit;
  font: inherit;
  font-weight: 550;
  cursor: pointer;
}
button:hover { background: var(--bg-hover); }
button:focus-visible { outline: 2px solid var(--focus-ring); outline-offset: 2px; }
`
