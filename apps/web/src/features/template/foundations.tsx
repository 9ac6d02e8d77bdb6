import { message } from '../../lib/messages.ts'
import { Logo } from '../../ui/logo.tsx'
import { Sample } from './sample.tsx'
import styles from './template.module.css'

const colours = [
  'bg-canvas',
  'bg-surface',
  'bg-subtle',
  'bg-selected',
  'accent-solid',
  'accent-soft',
  'ok-solid',
  'warn-solid',
  'error-solid',
  'info-solid',
]

export function Foundations() {
  return (
    <>
      <Sample of="tokens">
        <ul className={styles['swatches']}>
          {colours.map((token) => (
            <li key={token} className={styles['swatch']}>
              <span className={styles['colour']} data-token={token} />
              <code>{token}</code>
            </li>
          ))}
        </ul>
      </Sample>
      <Sample of="base">
        <div className={styles['stack']}>
          <p className={styles['display']}>{message('template.display')}</p>
          <p className={styles['title']}>{message('template.pageTitle')}</p>
          <p className={styles['reading']}>{message('template.reading')}</p>
          <p>{message('template.body')}</p>
          <p className={styles['small']}>{message('template.small')}</p>
          <code>@acme/billing@2.1.0</code>
        </div>
      </Sample>
      <Sample of="logo">
        <Logo size={32} />
        <Logo />
      </Sample>
    </>
  )
}
