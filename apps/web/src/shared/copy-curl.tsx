import type { Endpoint } from '@bindery/contracts'
import { copyText } from '../lib/copy.ts'
import { curlOf } from '../lib/curl.ts'
import { message } from '../lib/messages.ts'
import { useCurrentUser } from '../lib/session.ts'
import { Button } from '../ui/button.tsx'

interface CopyCurlProps {
  endpoint: Endpoint
  params?: Record<string, unknown>
  /** Asked when pressed, so that it is what the form holds then. */
  body: () => unknown
}

/** What Save does, as a line for a script. */
export function CopyCurl({ endpoint, params = {}, body }: CopyCurlProps) {
  const user = useCurrentUser()?.name ?? ''
  const copy = () => void copyText(curlOf(endpoint, { params, body: body() }, location.origin, user))
  return <Button onClick={copy}>{message('shared.copyCurl')}</Button>
}
