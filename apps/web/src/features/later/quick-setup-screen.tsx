import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { Empty } from '../../shared/empty.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { buttonClass } from '../../ui/button.tsx'

export function QuickSetupScreen() {
  return (
    <>
      <PageHead title={message('shell.quickSetup')} />
      <Empty title={message('later.notYet')} text={message('later.quickSetup')}>
        <Link to="/admin/repositories/local/new" className={buttonClass('filled')}>
          {message('later.createRepository')}
        </Link>
      </Empty>
    </>
  )
}
