import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { isPerson, useCurrentUser } from '../../lib/session.ts'
import styles from '../../shared/error-layout.module.css'
import { buttonClass } from '../../ui/button.tsx'

export function AuthorizationScreen() {
  const user = useCurrentUser()
  const who = isPerson(user)
    ? message('errors.signedInAs', { name: user.name })
    : message('errors.notSignedIn')
  return (
    <div className={styles['page']}>
      <h1>{message('spec.notAuthorized')}</h1>
      <p className={styles['text']}>
        {who} {message('errors.askAccess')}
      </p>
      <div className={styles['actions']}>
        <Link to={isPerson(user) ? '/logout' : '/login'} preload={false} className={buttonClass('filled')}>
          {message('errors.switchAccount')}
        </Link>
        <Link to="/" className={buttonClass('outlined')}>
          {message('errors.goHome')}
        </Link>
      </div>
    </div>
  )
}
