import { message } from '../../../lib/messages.ts'
import { useStore } from '../../../lib/store.ts'
import { InfoIcon, WarningIcon } from '../../../ui/icons.ts'
import { loginState } from '../login-state.ts'
import styles from '../sign-in-frame.module.css'

/** Why a right password may be refused just now, and who checks it. */
export function RealmNotes() {
  const { realms, hasAuthPlugin } = useStore(loginState)
  const down = realms.filter(({ isAvailable }) => !isAvailable)
  if (down.length === 0 && !hasAuthPlugin) return null
  return (
    <ul className={styles['notes']}>
      {down.map(({ name, message: why }) => (
        <li key={name} data-kind="warning">
          <WarningIcon size="1rem" stroke={1.75} aria-hidden="true" />
          <span>
            {why === ''
              ? message('session.realmDown', { name })
              : `${message('session.realmDown', { name })}. ${why}`}
          </span>
        </li>
      ))}
      {hasAuthPlugin ? (
        <li>
          <InfoIcon size="1rem" stroke={1.75} aria-hidden="true" />
          <span>{message('session.authPlugin')}</span>
        </li>
      ) : null}
    </ul>
  )
}
