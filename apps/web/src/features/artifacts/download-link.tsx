import type { ReactNode } from 'react'
import { buttonClass } from '../../ui/button.tsx'
import { DownloadIcon } from '../../ui/icons.ts'

/** A link that looks like a button: the browser does the rest. */
export function DownloadLink({
  href,
  size,
  children,
}: {
  href: string
  size?: 28 | 32
  children: ReactNode
}) {
  return (
    <a className={buttonClass('outlined', size)} href={href} download>
      <DownloadIcon size="1rem" stroke={1.5} aria-hidden="true" />
      {children}
    </a>
  )
}
