import { useBlocker } from '@tanstack/react-router'

/** Asks before a page with unsaved changes is left, also by closing the tab. */
export function useLeaveGuard(isDirty: boolean) {
  return useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
}
