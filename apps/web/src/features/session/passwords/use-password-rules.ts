import type { PasswordRules } from '@bindery/contracts'
import { useEffect } from 'react'
import { useStore } from '../../../lib/store.ts'
import { loadLoginState } from '../load-login-state.ts'
import { loginState } from '../login-state.ts'

/** The rules of this installation; until they are known, the mildest. */
export function usePasswordRules(): PasswordRules {
  useEffect(() => void loadLoginState(), [])
  return useStore(loginState).passwordRules
}
