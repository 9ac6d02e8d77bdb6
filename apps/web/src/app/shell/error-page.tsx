import type { ErrorComponentProps } from '@tanstack/react-router'
import { GenericError } from '../../shared/generic-error.tsx'

/** What a screen becomes when it breaks; the frame around it stays. */
export function ErrorPage({ error }: ErrorComponentProps) {
  return <GenericError error={error instanceof Error ? error : new Error(String(error))} />
}
