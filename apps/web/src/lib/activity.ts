// When somebody last did something on this page.
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

let last = Date.now()
const listeners = new Set<(pause: number) => void>()

/** Tells of each sign of life, with the length of the pause before it. */
export function onActivity(listener: (pause: number) => void): () => void {
  if (listeners.size === 0) {
    last = Date.now()
    for (const name of signs) document.addEventListener(name, note, { passive: true })
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) for (const name of signs) document.removeEventListener(name, note)
  }
}

function note() {
  const pause = Date.now() - last
  last = Date.now()
  for (const listener of listeners) listener(pause)
}
