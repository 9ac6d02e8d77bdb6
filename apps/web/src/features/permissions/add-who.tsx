import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { usePrincipals } from '../../shared/access/principals.ts'
import { PickField } from '../../ui/pick-field.tsx'

/** Finds users and groups that have no row yet. */
export function AddWho({ taken, onPick }: { taken: string[]; onPick: (id: string) => void }) {
  const [text, setText] = useState('')
  const options = usePrincipals(text).filter(({ value }) => !taken.includes(value))
  return (
    <PickField
      label={message('permissions.addWho')}
      isLabelHidden
      placeholder={message('permissions.findWho')}
      query={text}
      onQuery={setText}
      options={options}
      onPick={(id) => {
        setText('')
        onPick(id)
      }}
      empty={message('permissions.nobodyFound')}
      autoFocus
    />
  )
}
