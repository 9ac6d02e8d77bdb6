import type { ProjectMember, RoleUse } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { Button, ChangeButton } from '../../ui/button.tsx'
import { CheckRow } from '../../ui/check-row.tsx'
import { ChipsPopover } from './chips-popover.tsx'
import styles from './projects.module.css'
import { useMemberChanges } from './put-member.ts'
import { rolesOf } from './queries.ts'

/** The roles of a member; pressing them changes them. */
export function RolePicker({ project, member }: { project: string; member: ProjectMember }) {
  return (
    <ChipsPopover label={message('projects.rolesOf', { name: member.name })} names={member.roles}>
      {(close) => <Choices project={project} member={member} onClose={close} />}
    </ChipsPopover>
  )
}

interface ChoicesProps {
  project: string
  member: ProjectMember
  onClose: () => void
}

function Choices({ project, member, onClose }: ChoicesProps) {
  const roles = useQuery(rolesOf(project)).data ?? []
  const [chosen, setChosen] = useState<readonly string[]>(member.roles)
  const { put, isBusy } = useMemberChanges(project)
  const save = async () => {
    try {
      await put(member, [...chosen])
      notify('success', message('projects.rolesSaved', { name: member.name }))
      onClose()
    } catch (error) {
      if (error instanceof Error) notify('error', error.message)
    }
  }
  return (
    <>
      <div className={styles['checks']}>
        {roles.map((role) => (
          <CheckRow
            key={role.name}
            label={role.name}
            description={inWords(role)}
            checked={chosen.includes(role.name)}
            onChange={(isOn) =>
              setChosen(isOn ? [...chosen, role.name] : chosen.filter((name) => name !== role.name))
            }
          />
        ))}
      </div>
      <div className={styles['panelFoot']}>
        <Button size={28} onClick={onClose}>
          {message('shared.cancel')}
        </Button>
        <ChangeButton
          size={28}
          look="filled"
          disabled={chosen.length === 0}
          isBusy={isBusy}
          onClick={() => void save()}
        >
          {message('projects.setRoles')}
        </ChangeButton>
      </div>
    </>
  )
}

const inWords = ({ description, environments }: RoleUse) =>
  [
    description,
    environments.length === 0
      ? message('projects.everyEnvironment')
      : message('projects.inEnvironments', { names: environments.join(', ') }),
  ]
    .filter((part) => part !== '')
    .join(' · ')
