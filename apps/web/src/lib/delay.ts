import { useEffect, useState } from 'react'

/** True once `isOn` has lasted that long: short waits show nothing, so that nothing flickers. */
export function useLasting(isOn: boolean, milliseconds: number): boolean {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    if (!isOn) {
      setLasts(false)
      return undefined
    }
    const timer = setTimeout(() => setLasts(true), milliseconds)
    return () => clearTimeout(timer)
  }, [isOn, milliseconds])
  return lasts && isOn
}

/** The value as it was when it last stood still. */
export function useSettled<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
