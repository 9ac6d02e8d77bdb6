import { message } from '../../lib/messages.ts'
import { Empty } from '../../shared/empty.tsx'
import { PageHead } from '../../shared/page-head.tsx'
import { Card } from '../../ui/card.tsx'
import { type SimpleColumn, SimpleTable } from '../../ui/simple-table.tsx'

/** The source-control systems that this installation is connected to: none, until connections can be made. */
export function SourceControlScreen() {
  return (
    <>
      <PageHead title={message('shell.integrations')} />
      <Card>
        <SimpleTable label={message('later.sourceControl')} rows={[]} rowKey={() => ''} columns={columns()} />
        <Empty title={message('later.noSourceControl')} text={message('later.sourceControlText')} />
      </Card>
    </>
  )
}

const columns = (): SimpleColumn<never>[] =>
  [
    message('later.columnName'),
    message('later.columnAddress'),
    message('later.columnUser'),
    message('later.columnConnected'),
    message('later.columnServices'),
    message('later.columnRepositories'),
    message('later.columnChecked'),
  ].map((header) => ({ header, cell: () => null }))
