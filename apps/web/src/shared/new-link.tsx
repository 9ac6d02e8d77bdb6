import { useReadOnly } from '../lib/announcements.ts'
import { Link } from '../lib/link.tsx'
import { buttonClass, ChangeButton } from '../ui/button.tsx'
import { PlusIcon } from '../ui/icons.ts'

interface NewLinkProps {
  to: string
  search?: object
  children: string
}

/** The way to a form for something new; in read-only mode it stays in sight and says why it leads nowhere. */
export function NewLink({ to, search, children }: NewLinkProps) {
  const isReadOnly = useReadOnly()
  if (isReadOnly)
    return (
      <ChangeButton look="filled" icon={PlusIcon}>
        {children}
      </ChangeButton>
    )
  return (
    <Link to={to} {...(search === undefined ? {} : { search })} className={buttonClass('filled')}>
      <PlusIcon size="1rem" stroke={1.5} aria-hidden="true" />
      {children}
    </Link>
  )
}
