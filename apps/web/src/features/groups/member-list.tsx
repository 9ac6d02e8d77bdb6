// The members of a group: found, added one by one or pasted by the hundred, taken out.
import type { GroupDetails, groups, Output } from '@bindery/contracts'
import { useState } from 'react'
import { Link } from '../../lib/link.tsx'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { splitPatterns } from '../../lib/patterns.ts'
import { usePrincipals } from '../../shared/access/principals.ts'
import { FilterField } from '../../shared/filter-field.tsx'
import lists from '../../shared/list-page.module.css'
import { PagedList, usePagedRows } from '../../shared/paged-list.tsx'
import { Button, ChangeButton } from '../../ui/button.tsx'
import { Card, CardHead } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { CloseIcon } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { PickField } from '../../ui/pick-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import styles from './member-list.module.css'
import { memberPages, useChangeMembers } from './queries.ts'

type Member = Output<(typeof groups)['members']['shape']>['items'][number]
type Change = Output<(typeof groups)['changeMembers']['shape']>

export function MemberList({ group }: { group: GroupDetails }) {
  const [search, setSearch] = useState<string | undefined>(undefined)
  const [isPasting, setPasting] = useState(false)
  const list = usePagedRows(memberPages(group.name, search))
  const change = useChangeMembers()
  const remove = (name: string) =>
    change.mutate(
      { params: { name: group.name }, body: { remove: [name] } },
      { onSuccess: report, onError: (error) => notify('error', error.message) },
    )
  const add = (names: string[]) =>
    change.mutate(
      { params: { name: group.name }, body: { add: names } },
      { onSuccess: report, onError: (error) => notify('error', error.message) },
    )
  return (
    <Card label={message('people.members')}>
      <CardHead>
        <h2 className={styles['title']}>{message('people.members')}</h2>
        <Button size={28} onClick={() => setPasting(true)}>
          {message('people.paste')}
        </Button>
      </CardHead>
      <div className={styles['tools']}>
        <AddMember onPick={(name) => add([name])} />
        <FilterField label={message('people.filterMembers')} value={search} onChange={setSearch} />
      </div>
      <div className={styles['list']}>
        <PagedList
          list={list}
          failed={message('people.membersFailed')}
          empty={
            <p className={styles['empty']}>
              {message(search === undefined ? 'people.noMembers' : 'people.noMemberMatches')}
            </p>
          }
          complete={(count) => message('shared.members', { count })}
          hints={[]}
          rowHeight={36}
        >
          {(rows, isDimmed) => (
            <DataTable
              label={message('people.members')}
              rows={rows}
              total={list.total}
              columns={columnsFor(remove)}
              rowKey={({ name }) => name}
              rowHeight={36}
              card={renderCard(remove)}
              onEnd={list.loadMore}
              isDimmed={isDimmed}
            />
          )}
        </PagedList>
      </div>
      {isPasting ? <PasteDialog group={group.name} onClose={() => setPasting(false)} /> : null}
    </Card>
  )
}

const renderCard = (onRemove: (name: string) => void) => (row: Member) => (
  <MemberCard row={row} onRemove={onRemove} />
)

const columnsFor = (onRemove: (name: string) => void): Column<Member>[] => [
  {
    id: 'name',
    header: message('people.columnUser'),
    width: 'minmax(6rem, 1fr)',
    cell: ({ name }) => <MemberLink name={name} />,
  },
  {
    id: 'source',
    header: message('people.source'),
    width: 'minmax(5rem, 7rem)',
    cell: ({ source }) => <span className={lists['cut']}>{source}</span>,
  },
  {
    id: 'remove',
    header: message('shared.remove'),
    isHeaderHidden: true,
    width: '3rem',
    cell: (row) => <RemoveButton row={row} onRemove={onRemove} />,
  },
]

/** What a provider says is not undone here: it would come back at the next sign-in. */
function RemoveButton({ row, onRemove }: { row: Member; onRemove: (name: string) => void }) {
  if (row.source !== 'internal') return null
  return (
    <IconButton
      icon={CloseIcon}
      size={28}
      label={message('shared.removeWhat', { what: row.name })}
      onClick={() => onRemove(row.name)}
    />
  )
}

const MemberLink = ({ name }: { name: string }) => (
  <Link to="/admin/management/users/$name/edit" params={{ name }} className={lists['name']}>
    {name}
  </Link>
)

const MemberCard = ({ row, onRemove }: { row: Member; onRemove: (name: string) => void }) => (
  <div className={lists['card']}>
    <div className={lists['words']}>
      <MemberLink name={row.name} />
      <span className={lists['small']}>{row.email ?? row.source}</span>
    </div>
    <RemoveButton row={row} onRemove={onRemove} />
  </div>
)

function AddMember({ onPick }: { onPick: (name: string) => void }) {
  const [text, setText] = useState('')
  const options = usePrincipals(text, 'user')
  return (
    <PickField
      label={message('people.addMember')}
      isLabelHidden
      placeholder={message('people.addMember')}
      query={text}
      onQuery={setText}
      options={options}
      onPick={(id) => {
        setText('')
        onPick(id.slice('user:'.length))
      }}
      empty={message('people.noUserFound')}
    />
  )
}

/** Hundreds of names at once; those that nobody has are listed, the others are in. */
function PasteDialog({ group, onClose }: { group: string; onClose: () => void }) {
  const change = useChangeMembers()
  const [text, setText] = useState('')
  const [unknown, setUnknown] = useState<string[]>([])
  const names = splitPatterns(text)
  const finish = (answer: Change) => {
    report(answer)
    if (answer.unknown.length === 0) onClose()
    setUnknown(answer.unknown)
    setText(answer.unknown.join('\n'))
  }
  return (
    <Dialog title={message('people.pasteTitle', { group })} onClose={onClose}>
      <div className={styles['paste']}>
        <TextArea
          label={message('people.pasteMembers')}
          description={message('people.pasteMembersHelp')}
          rows={8}
          spellCheck={false}
          data-autofocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {unknown.length === 0 ? null : (
          <Notice look="warn" isUrgent>
            {message('people.unknownNames', { count: unknown.length })}
          </Notice>
        )}
        {change.error === null ? null : (
          <Notice look="error" isUrgent>
            {change.error.message}
          </Notice>
        )}
        <DialogActions>
          <Button size={36} onClick={onClose}>
            {message('shared.cancel')}
          </Button>
          <ChangeButton
            size={36}
            look="filled"
            disabled={names.length === 0}
            isBusy={change.isPending}
            onClick={() =>
              change.mutate({ params: { name: group }, body: { add: names } }, { onSuccess: finish })
            }
          >
            {message('people.addMembers', { count: names.length })}
          </ChangeButton>
        </DialogActions>
      </div>
    </Dialog>
  )
}

function report({ added, removed, kept }: Change) {
  if (added > 0) notify('success', message('people.membersAdded', { count: added }))
  if (removed > 0) notify('success', message('people.membersRemoved', { count: removed }))
  if (kept.length > 0) notify('warning', message('people.membersKept', { names: kept.join(', ') }))
}
