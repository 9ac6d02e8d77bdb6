import { message } from '../../lib/messages.ts'
import { useStart } from '../../lib/frame.ts'
import { brand } from '../../messages/brand.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import styles from './about-dialog.module.css'

export function AboutDialog({ onClose }: { onClose: () => void }) {
  const start = useStart()
  const facts = [
    { label: message('shell.aboutVersion'), value: <code>{start?.version}</code> },
    {
      label: message('shell.aboutServer'),
      value: start?.serverName === '' ? message('shared.notGiven') : start?.serverName,
    },
    { label: message('shell.aboutAddress'), value: location.origin },
  ]
  return (
    <Dialog title={message('shell.aboutTitle', { product: brand.product })} onClose={onClose}>
      <Facts facts={facts} />
      <p className={styles['note']}>{message('shell.aboutText', { product: brand.product })}</p>
    </Dialog>
  )
}
