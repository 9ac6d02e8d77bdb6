import type { CallInput, IdentityLink, identityLinks } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { ConfirmDialog } from '../../shared/confirm-dialog.tsx'
import { FormSection } from '../../shared/form-section.tsx'
import { Button } from '../../ui/button.tsx'
import { linksOf, useUnlink } from './queries.ts'
import { realmLabel } from './realm.ts'
import own from './user-access.module.css'

/** Who this user is at providers outside; nothing for those who are nobody there. */
export function UserLinks({ name }: { name: string }) {
  const links = useQuery(linksOf(name)).data ?? []
  const [asked, setAsked] = useState<IdentityLink | undefined>(undefined)
  if (links.length === 0) return null
  return (
    <FormSection title={message('people.links')}>
      <ul className={own['list']}>
        {links.map((link) => (
          <li key={`${link.realm} ${link.provider} ${link.value}`} className={own['row']}>
            <div className={own['words']}>
              <span className={own['item']}>{link.value}</span>
              <span className={own['small']}>{placeOf(link)}</span>
            </div>
            <Button
              look="plain"
              size={28}
              aria-label={message('people.unlinkWhat', { value: link.value, provider: placeOf(link) })}
              onClick={() => setAsked(link)}
            >
              {message('people.unlink')}
            </Button>
          </li>
        ))}
      </ul>
      {asked === undefined ? null : (
        <UnlinkDialog link={asked} name={name} onClose={() => setAsked(undefined)} />
      )}
    </FormSection>
  )
}

interface UnlinkDialogProps {
  link: IdentityLink
  name: string
  onClose: () => void
}

function UnlinkDialog({ link, name, onClose }: UnlinkDialogProps) {
  const unlink = useUnlink()
  const provider = placeOf(link)
  // The list names realms as the call takes them.
  const query = { ...link, realm: link.realm as Query['realm'] }
  const done = () => {
    notify('success', message('people.unlinked', { provider }))
    onClose()
  }
  return (
    <ConfirmDialog
      title={message('people.unlinkTitle', { name, provider })}
      action={message('people.unlink')}
      isBusy={unlink.isPending}
      error={unlink.error}
      onConfirm={() => unlink.mutate({ query: keyOf(query) }, { onSuccess: done })}
      onClose={onClose}
    >
      {message('people.unlinkText')}
    </ConfirmDialog>
  )
}

type Query = CallInput<(typeof identityLinks.remove)['shape']>['query']

const keyOf = ({ realm, provider, by, value }: Query): Query => ({ realm, provider, by, value })

const placeOf = ({ realm, provider }: IdentityLink) => `${realmLabel(realm)} · ${provider}`
