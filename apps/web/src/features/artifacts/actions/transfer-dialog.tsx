import type { TreeRoot } from '@bindery/contracts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { message } from '../../../lib/messages.ts'
import { notify } from '../../../lib/notices.ts'
import { DialogEnd } from '../../../shared/dialog-end.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { idOf, linkTo, nameOf, parentOf, type Spot } from '../address.ts'
import styles from '../item.module.css'
import { refreshPlaces } from '../refresh.ts'
import { type Transfer, transferItem, type TransferMessage } from '../wire.ts'

interface TransferDialogProps {
  kind: Transfer
  from: Spot[]
  roots: TreeRoot[]
  onClose: () => void
}

/** Where to, then what would happen, then it happens: nothing is copied or moved before its dry run was seen. */
export function TransferDialog(props: TransferDialogProps) {
  const { kind, from, onClose } = props
  const transfer = useTransfer(props)
  const { targets, repository, folder, isSame, isTouched, seen } = transfer
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSame) transfer.goOn()
  }
  return (
    <Dialog title={titleOf(kind, from)} width={640} onClose={onClose}>
      <form className={styles['form']} onSubmit={submit}>
        <SelectField
          label={message('artifacts.targetRepository')}
          options={targets.map(({ key }) => ({ value: key, label: key }))}
          value={repository}
          onChange={transfer.setRepository}
        />
        <TextField
          label={message('artifacts.targetFolder')}
          description={message(isSame ? 'artifacts.elsewhereHelp' : 'artifacts.targetFolderHelp')}
          value={folder}
          error={isSame && isTouched ? message('artifacts.samePlace') : undefined}
          onChange={(event) => transfer.setFolder(event.currentTarget.value)}
        />
        {seen === undefined ? null : <Seen messages={seen} targets={from.map(transfer.targetOf)} />}
        <DialogEnd
          error={transfer.error}
          onClose={onClose}
          disabled={repository === '' || isSame}
          isBusy={transfer.isBusy}
        >
          {message(seen === undefined ? 'artifacts.dryRun' : nowLabels[kind])}
        </DialogEnd>
      </form>
    </Dialog>
  )
}

const titleOf = (kind: Transfer, from: Spot[]) =>
  from.length === 1
    ? message(kind === 'copy' ? 'artifacts.copyOne' : 'artifacts.moveOne', {
        name: nameOf(from[0]?.path ?? ''),
      })
    : message(kind === 'copy' ? 'artifacts.copyMany' : 'artifacts.moveMany', { count: from.length })

const nowLabels = { copy: 'artifacts.copyNow', move: 'artifacts.moveNow' } as const

function useTransfer({ kind, from, roots, onClose }: TransferDialogProps) {
  const [first] = from
  const targets = roots.filter(
    ({ kind: of, can }) => can['deploy'] === true && (of === 'local' || of === 'federated'),
  )
  const [repository, setRepository] = useState(
    targets.some(({ key }) => key === first?.repository)
      ? (first?.repository ?? '')
      : (targets[0]?.key ?? ''),
  )
  const [folder, setFolder] = useState(parentOf(first?.path ?? ''))
  const [isTouched, setTouched] = useState(false)
  const [seen, setSeen] = useState<TransferMessage[] | undefined>(undefined)
  const navigate = useNavigate()
  const targetOf = (spot: Spot): Spot => ({
    repository,
    path: [...folder.split('/'), nameOf(spot.path)].filter((part) => part !== '').join('/'),
  })
  const run = async (isDry: boolean) => {
    const messages: TransferMessage[] = []
    for (const spot of from) messages.push(...(await transferItem(kind, spot, targetOf(spot), isDry)))
    return messages
  }
  const dry = useMutation({ mutationFn: () => run(true), onSuccess: setSeen })
  const real = useMutation({
    mutationFn: () => run(false),
    onSuccess: async () => {
      await refreshPlaces([repository, ...from.map((spot) => spot.repository)])
      notify('success', message(kind === 'copy' ? 'artifacts.copied' : 'artifacts.moved'))
      onClose()
      if (first !== undefined) void navigate(linkTo(targetOf(first)))
    },
  })
  // Another target has not been looked at yet.
  const change =
    (apply: (value: string) => void) =>
    (value: string): void => {
      apply(value)
      setTouched(true)
      setSeen(undefined)
    }
  return {
    targets,
    repository,
    setRepository: change(setRepository),
    folder,
    setFolder: change(setFolder),
    targetOf,
    isSame: first !== undefined && idOf(targetOf(first)) === idOf(first),
    /** Nobody made a mistake who has not done anything yet. */
    isTouched,
    seen,
    /** First what would happen; the second time, it happens. */
    goOn: () => (seen === undefined ? dry.mutate() : real.mutate()),
    isBusy: dry.isPending || real.isPending,
    error: dry.error ?? real.error,
  }
}

function Seen({ messages, targets }: { messages: TransferMessage[]; targets: Spot[] }) {
  return (
    <Notice look={messages.some(({ level }) => level === 'ERROR') ? 'error' : 'info'}>
      <p>{message('artifacts.wouldArrive')}</p>
      <ul>
        {targets.slice(0, 5).map((target) => (
          <li key={idOf(target)}>
            <code>{idOf(target)}</code>
          </li>
        ))}
      </ul>
      {messages.map(({ message: text }) => (
        <p key={text}>{text}</p>
      ))}
    </Notice>
  )
}
