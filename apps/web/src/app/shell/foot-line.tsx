import { useAnnouncements } from '../../lib/announcements.ts'
import styles from './banners.module.css'

/** What the installation says under every screen. */
export function FootLine() {
  const text = useAnnouncements()?.footerMessage ?? ''
  return text === '' ? null : <footer className={styles['foot']}>{text}</footer>
}
