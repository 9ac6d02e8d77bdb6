import { useEffect, useState } from 'react'
import { copyText } from '../lib/copy.ts'
import { message } from '../lib/messages.ts'
import { shortNotice } from '../lib/notices.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { CopyIcon, TickIcon } from '../ui/icons.ts'

interface CopyButtonProps {
  text: string
  /** Completes the name: "Copy …". */
  what: string
  hasText?: boolean
  className?: string | undefined
}

/** Copies the whole value, however much of it is shown; turns into a tick for three seconds. */
export function CopyButton({ text, what, hasText = false, className }: CopyButtonProps) {
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    const timer = isDone ? setTimeout(() => setDone(false), shortNotice) : undefined
    return () => clearTimeout(timer)
  }, [isDone])
  const copy = () => void copyText(text).then(setDone)
  const label = message('shared.copyWhat', { what })
  const icon = isDone ? TickIcon : CopyIcon
  if (!hasText) return <IconButton icon={icon} label={label} size={28} className={className} onClick={copy} />
  return (
    <Button size={28} icon={icon} aria-label={label} className={className} onClick={copy}>
      {message('shared.copy')}
    </Button>
  )
}
