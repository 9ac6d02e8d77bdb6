interface Fill {
  /** Over 1 when there is more than may be; 0 without a limit. */
  share: number
  look: 'none' | 'ok' | 'warn' | 'error'
}

const nearlyFull = 0.75

/** How full a project is: from three quarters on it is worth a look, at its quota something has to be done. */
export function fillOf(bytes: number, quota: number): Fill {
  if (quota < 0) return { share: 0, look: 'none' }
  const share = quota === 0 ? 1 : bytes / quota
  return { share, look: share >= 1 ? 'error' : share >= nearlyFull ? 'warn' : 'ok' }
}
