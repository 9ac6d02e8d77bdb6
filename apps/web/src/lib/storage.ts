// What this browser keeps. Storage may be forbidden or full: then reading finds nothing and writing does nothing, and
// whatever was to be kept lasts for the visit at best.
export type SafeStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const attempt = <T>(action: () => T, otherwise: T): T => {
  try {
    return action()
  } catch {
    return otherwise
  }
}

// Even naming the storage throws in some browsers, so it is named inside.
const safe = (storage: () => Storage): SafeStorage => ({
  getItem: (key) => attempt(() => storage().getItem(key), null),
  setItem: (key, value) => attempt(() => storage().setItem(key, value), undefined),
  removeItem: (key) => attempt(() => storage().removeItem(key), undefined),
})

/** For all tabs of this browser, and for the next visit. */
export const browserStorage = safe(() => localStorage)
/** For this tab, through reloads. */
export const tabStorage = safe(() => sessionStorage)
