// The access tester as a page of its own: about anybody for those who manage permissions, for others about themselves.
import { useNavigate } from '@tanstack/react-router'
import { message } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { AccessTester, type Question } from '../../shared/access/access-tester.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { parseTesterSearch } from './tester-search.ts'
import styles from './tester-screen.module.css'

export function TesterScreen() {
  const canAskAboutOthers = useCurrentUser()?.canManagePermissions === true
  const search = useSearchParams(parseTesterSearch)
  const navigate = useNavigate()
  const question: Question = {
    subject: canAskAboutOthers ? (search.subject ?? '') : '',
    action: search.action ?? 'read',
    section: search.section ?? 'artifact',
    path: search.path ?? '',
  }
  const change = ({ subject, action, section, path }: Question) =>
    void navigate({
      to: canAskAboutOthers ? '/admin/management/access-tester' : '/access-tester',
      search: {
        ...(subject === '' ? {} : { subject }),
        action,
        ...(section === 'artifact' ? {} : { section }),
        path,
      },
      replace: true,
    })
  return (
    <>
      <PageHead title={message('shell.accessTester')} />
      <p className={styles['lead']}>{message('permissions.testerLead')}</p>
      <div className={styles['panel']}>
        <AccessTester question={question} onChange={change} canChooseSubject={canAskAboutOthers} />
      </div>
    </>
  )
}
