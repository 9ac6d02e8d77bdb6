import { cutMiddle } from '../../lib/cut-middle.ts'
import styles from './foreign-link.module.css'
import { webAddress } from '../../shared/markdown/web-address.ts'

/** An address that a publisher wrote: only the web is linked, the rest is shown as text. */
export function ForeignLink({ url }: { url: string }) {
  const address = webAddress(url)
  if (address === undefined) return <span title={url}>{cutMiddle(url, 26)}</span>
  return (
    <a
      className={styles['link']}
      href={address.href}
      target="_blank"
      rel="noopener noreferrer"
      title={address.href}
    >
      {cutMiddle(address.href.replace(/^https?:\/\//, '').replace(/\/$/, ''), 26)}
    </a>
  )
}
