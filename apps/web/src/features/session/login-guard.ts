// The rules at the door of the sign-in area, in the given order: the first that applies decides.
export interface Visit {
  route: 'sign-in' | 'sign-in-child' | 'invitation' | 'command-line' | 'other'
  hasLogoutFlag: boolean
  isTokenValid: boolean
  /** Where the sign-in page leads at once; undefined when it does not, or was asked not to. */
  autoRedirect: string | undefined
  isSignedIn: boolean
  hasClientSession: boolean
}

type Verdict =
  | { kind: 'log-out' }
  | { kind: 'to-sign-in' }
  | { kind: 'to-provider'; url: string }
  | { kind: 'to-command-line' }
  | { kind: 'to-landing' }
  | { kind: 'stay' }

export function judgeVisit(visit: Visit): Verdict {
  const { route, autoRedirect } = visit
  const isInArea = route === 'sign-in' || route === 'sign-in-child'
  if (visit.hasLogoutFlag) return { kind: 'log-out' }
  if (route === 'invitation' && !visit.isTokenValid) return { kind: 'to-sign-in' }
  if (route === 'sign-in' && autoRedirect !== undefined) return { kind: 'to-provider', url: autoRedirect }
  if (isInArea && visit.isSignedIn) return { kind: visit.hasClientSession ? 'to-command-line' : 'to-landing' }
  if (route === 'command-line' && !visit.hasClientSession) return { kind: 'to-sign-in' }
  return { kind: 'stay' }
}
