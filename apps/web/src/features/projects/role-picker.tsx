import type { ProjectMember, RoleUse } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { NameChips } from '../../shared/name-chips.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckRow } from '../../ui/check-row.tsx'
import { ChevronDownIcon } from '../../ui/icons.ts'
import { Popover } from '../../ui/popover.tsx'
import styles from './projects.module.css'
import picker from './role-picker.module.css'
import { useMemberChanges } from './put-member.ts'
import { rolesOf } from './queries.ts'

/** The roles of a member; pressing them changes them. */
export function RolePicker({ project, member }: { project: string; member: ProjectMember }) {
  const [isOpen, setOpen] = useState(false)
  const label = message('projects.rolesOf', { name: member.name })
  const button = (
    <button
      type="button"
      className={picker['button']}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-label={`${label}: ${member.roles.join(', ')}`}
      onClick={() => setOpen(!isOpen)}
    >
      <NameChips names={member.roles} show={3} />
      <ChevronDownIcon size="0.875rem" stroke={1.5} aria-hidden="true" />
    </button>
  )
  return (
    <Popover
      label={label}
      width={360}
      position="bottom-start"
      isOpen={isOpen}
      onChange={setOpen}
      target={button}
    >
      {isOpen ? <Choices project={project} member={member} onClose={() => setOpen(false)} /> : null}
    </Popover>
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
        <Button
          size={28}
          look="filled"
          disabled={chosen.length === 0}
          isBusy={isBusy}
          onClick={() => void save()}
        >
          {message('projects.setRoles')}
        </Button>
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
