// Whether a mouse button or finger is down. What appears at that moment moves the thing under it away, and the click is lost.
let isDown = false
for (const name of ['pointerdown', 'pointerup', 'pointercancel'])
  globalThis.document?.addEventListener(name, () => (isDown = name === 'pointerdown'), {
    capture: true,
    passive: true,
  })

/** Now, or right after the click that is under way. */
export function afterClick(run: () => void) {
  if (!isDown) return run()
  return document.addEventListener('pointerup', () => setTimeout(run), { capture: true, once: true })
}
