import { useEffect, useRef, useState } from 'react'
import { message } from '../lib/messages.ts'
import { mountModule } from '../lib/mount-module.ts'
import type { Mountable } from '../lib/modules.ts'
import { PanelError } from './panel-error.tsx'

interface ModuleFrameProps {
  name: string
  module: Mountable
}

/** The place of one micro-frontend. When it cannot start, a panel names it; the page around it stays. */
export function ModuleFrame(props: ModuleFrameProps) {
  const [error, setError] = useState<Error | undefined>(undefined)
  if (error === undefined) return <Place {...props} onFailure={setError} />
  return (
    <PanelError
      title={message('shared.moduleFailed', { name: props.name })}
      error={error}
      onRetry={() => setError(undefined)}
    />
  )
}

function Place({ name, module, onFailure }: ModuleFrameProps & { onFailure: (error: Error) => void }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(
    () => (place.current === null ? undefined : mountModule(name, module, place.current, onFailure)),
    [name, module, onFailure],
  )
  return <div ref={place} />
}
