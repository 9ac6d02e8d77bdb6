import { useNavigate } from '@tanstack/react-router'
import { message } from '../../lib/messages.ts'
import { PageHead } from '../../shared/page-head.tsx'
import { Card } from '../../ui/card.tsx'
import styles from './quick-setup.module.css'
import { QuickSetup } from './quick-setup.tsx'

export function QuickSetupScreen() {
  const navigate = useNavigate()
  return (
    <>
      <PageHead title={message('shell.quickSetup')} />
      <Card>
        <div className={styles['page']}>
          <QuickSetup onDone={() => void navigate({ to: '/admin/repositories' })} />
        </div>
      </Card>
    </>
  )
}
