// Which actions a role allows in which environments. A role has one list of each, so a line or a column is ticked as a
// whole, and the cells say what that comes to.
import type { RoleAction } from '@bindery/contracts'
import { Fragment } from 'react'
import { message } from '../../lib/messages.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { TickIcon } from '../../ui/icons.ts'
import { actionGroups } from './actions.ts'
import styles from './roles.module.css'

export interface Reach {
  /** Empty: all of them, also those to come. */
  environments: string[]
  actions: RoleAction[]
}

interface RoleMatrixProps {
  label: string
  environments: string[]
  reach: Reach
  isReadOnly: boolean
  onChange: (change: Partial<Reach>) => void
}

export function RoleMatrix({ label, environments, reach, isReadOnly, onChange }: RoleMatrixProps) {
  const isEverywhere = reach.environments.length === 0
  const isIn = (name: string) => isEverywhere || reach.environments.includes(name)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- wider than a phone, it is scrolled with the arrow keys
    <div className={styles['scroller']} role="group" aria-label={label} tabIndex={0}>
      <table className={styles['matrix']} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{message('roles.action')}</th>
            {environments.map((name) => (
              <th key={name} scope="col" className={styles['environment']}>
                <Checkbox
                  label={name}
                  checked={isIn(name)}
                  disabled={isReadOnly || isEverywhere}
                  onChange={(event) =>
                    onChange({
                      environments: withOrWithout(reach.environments, name, event.currentTarget.checked),
                    })
                  }
                />
              </th>
            ))}
          </tr>
        </thead>
        {actionGroups.map((group) => (
          <tbody key={group.label}>
            <tr className={styles['group']}>
              <th scope="rowgroup" colSpan={environments.length + 1}>
                {message(group.label)}
              </th>
            </tr>
            {group.actions.map(({ action, label: text }) => {
              const isOn = reach.actions.includes(action)
              return (
                <tr key={action}>
                  <th scope="row">
                    <Checkbox
                      label={
                        <>
                          <span className="visually-hidden">{message(group.label)}: </span>
                          {message(text)}
                        </>
                      }
                      checked={isOn}
                      disabled={isReadOnly}
                      onChange={(event) =>
                        onChange({
                          actions: withOrWithout(reach.actions, action, event.currentTarget.checked),
                        })
                      }
                    />
                  </th>
                  {environments.map((name) => (
                    <td key={name}>
                      <Cell isOn={isOn && isIn(name)} />
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        ))}
      </table>
    </div>
  )
}

function Cell({ isOn }: { isOn: boolean }) {
  return (
    <Fragment>
      {isOn ? (
        <TickIcon size="1rem" stroke={2} aria-hidden="true" />
      ) : (
        <span className={styles['off']} aria-hidden="true">
          ·
        </span>
      )}
      <span className="visually-hidden">{message(isOn ? 'shared.yes' : 'shared.no')}</span>
    </Fragment>
  )
}

const withOrWithout = <T,>(list: readonly T[], one: T, isOn: boolean): T[] =>
  isOn ? [...list, one] : list.filter((other) => other !== one)
