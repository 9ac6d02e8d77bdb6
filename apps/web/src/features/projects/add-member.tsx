import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSettled } from '../../lib/delay.ts'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { GroupIcon, UserIcon } from '../../ui/icons.ts'
import { PickField } from '../../ui/pick-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { memberOf } from './admin-picker.tsx'
import styles from './projects.module.css'
import { useMemberChanges } from './put-member.ts'
import { candidates, rolesOf } from './queries.ts'

/** Found by name, added with the role that stands beside; more roles are given in the list. */
export function AddMember({ project }: { project: string }) {
  const [text, setText] = useState('')
  const [role, setRole] = useState('Viewer')
  const search = useSettled(text.trim(), 200)
  const found = useQuery({ ...candidates(project, search), placeholderData: keepPreviousData }).data ?? []
  const roles = useQuery(rolesOf(project)).data ?? []
  const { put } = useMemberChanges(project)
  const add = async (id: string) => {
    setText('')
    const member = memberOf(id)
    try {
      await put(member, [role])
      notify('success', message('projects.memberAdded', { name: member.name, role }))
    } catch (error) {
      if (error instanceof Error) notify('error', error.message)
    }
  }
  return (
    <div className={styles['add']}>
      <div className={styles['pick']}>
        <PickField
          label={message('projects.addMember')}
          placeholder={message('projects.findPerson')}
          query={text}
          onQuery={setText}
          options={found.map(({ kind, name, size }) => ({
            value: `${kind}:${name}`,
            label: name,
            hint: size === null ? undefined : message('shared.members', { count: size }),
            icon: kind === 'group' ? GroupIcon : UserIcon,
          }))}
          onPick={(id) => void add(id)}
          empty={message('projects.nobodyFound')}
        />
      </div>
      <SelectField
        label={message('projects.asRole')}
        options={roles.map(({ name }) => ({ value: name, label: name }))}
        value={role}
        onChange={setRole}
      />
    </div>
  )
}
