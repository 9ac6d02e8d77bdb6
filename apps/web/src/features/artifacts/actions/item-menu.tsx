import type { ItemDetails, TreeRoot } from '@bindery/contracts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useReadOnly } from '../../../lib/announcements.ts'
import { copyText } from '../../../lib/copy.ts'
import { message } from '../../../lib/messages.ts'
import { notify } from '../../../lib/notices.ts'
import { showSetMeUp } from '../../../lib/set-me-up.ts'
import { useShortcuts } from '../../../lib/shortcuts.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import {
  CopyIcon,
  DeleteIcon,
  DownloadIcon,
  ForeignIcon,
  MoreIcon,
  MoveIcon,
  NewFolderIcon,
  RestoreIcon,
  TerminalIcon,
} from '../../../ui/icons.ts'
import { Menu, MenuDivider, MenuItem } from '../../../ui/menu.tsx'
import { idOf, linkTo, parentOf } from '../address.ts'
import { useCanFollow } from '../can-follow.ts'
import { fileAddress } from '../wire.ts'
import { DownloadDialog } from './download-dialog.tsx'
import { FolderDialog } from './folder-dialog.tsx'
import { FollowItem } from './follow-item.tsx'
import { removalOf, useRemoval } from './removal.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { RestoreDialog } from './restore-dialog.tsx'
import { TransferDialog } from './transfer-dialog.tsx'

type Open = 'copy' | 'move' | 'remove' | 'folder' | 'restore' | 'download'

interface ItemMenuProps {
  item: ItemDetails
  roots: TreeRoot[]
}

/** All that can be done with the place; what the reader may not do is not offered. */
export function ItemMenu({ item, roots }: ItemMenuProps) {
  const [open, setOpen] = useState<Open | undefined>(undefined)
  const navigate = useNavigate()
  const spot = spotOf(item)
  const leave = () => void navigate(linkTo({ repository: item.repository, path: parentOf(item.path) }))
  const removal = removalOf([spot], roots)
  const remove = useRemoval([spot], removal, leave)
  const removeNow = () => remove.mutate(undefined, { onError: (error) => notify('error', error.message) })
  // One file that can be had back needs no question; a folder may be more than one thinks.
  const removesAtOnce = removal.canUndo && item.file !== null
  useShortcuts({ copy: () => void copyText(idOf(spot)) })
  return (
    <>
      <Menu
        target={<IconButton icon={MoreIcon} label={message('artifacts.actions')} isOutlined shortcut="." />}
      >
        <ReadItems item={item} onDownload={() => setOpen('download')} />
        {isTrash(item) ? null : <MenuDivider />}
        <ChangeItems
          item={item}
          onOpen={setOpen}
          onRemove={() => (removesAtOnce ? removeNow() : setOpen('remove'))}
        />
      </Menu>
      <ItemDialogs
        item={item}
        roots={roots}
        open={open}
        onClose={() => setOpen(undefined)}
        onRemoved={leave}
      />
    </>
  )
}

const isTrash = ({ repositoryKind }: ItemDetails) => repositoryKind === 'trash'

/** Where it lies, which is not where it was asked for in a virtual repository. */
const spotOf = ({ heldBy, path }: ItemDetails) => ({ repository: heldBy, path })

const spotAsked = ({ repository, path }: ItemDetails) => ({ repository, path })

function ReadItems({ item, onDownload }: { item: ItemDetails; onDownload: () => void }) {
  const isReadOnly = useReadOnly()
  const canFollow = useCanFollow(item) && !isReadOnly
  const spot = spotOf(item)
  const curl = `curl -L -O -H "Authorization: Bearer <token>" "${item.url}"`
  const setUp = { getActiveNode: false, repository: item.repository, format: item.format }
  return (
    <>
      <MenuItem icon={CopyIcon} onClick={() => void copyText(idOf(spot))}>
        {message('artifacts.copyPath')}
      </MenuItem>
      <MenuItem icon={CopyIcon} onClick={() => void copyText(item.url)}>
        {message('artifacts.copyUrl')}
      </MenuItem>
      {item.file === null ? (
        <>
          <MenuItem icon={DownloadIcon} onClick={onDownload}>
            {message('artifacts.downloadFolder')}
          </MenuItem>
          <MenuItem icon={ForeignIcon} href={`${fileAddress(spot)}/`} isForeign>
            {message('artifacts.native')}
          </MenuItem>
        </>
      ) : (
        <MenuItem icon={TerminalIcon} onClick={() => void copyText(curl)}>
          {message('artifacts.copyCurl')}
        </MenuItem>
      )}
      {isTrash(item) ? null : (
        <MenuItem icon={TerminalIcon} onClick={() => showSetMeUp(setUp)}>
          {message('spec.setMeUp')}
        </MenuItem>
      )}
      {canFollow ? <FollowItem spot={spotAsked(item)} /> : null}
    </>
  )
}

interface ChangeItemsProps {
  item: ItemDetails
  onOpen: (dialog: Open) => void
  onRemove: () => void
}

function ChangeItems({ item, onOpen, onRemove }: ChangeItemsProps) {
  const offered = offeredChanges(item, useReadOnly())
  return (
    <>
      {offered.folder ? (
        <MenuItem icon={NewFolderIcon} onClick={() => onOpen('folder')}>
          {message('artifacts.newFolder')}
        </MenuItem>
      ) : null}
      {offered.copy ? (
        <MenuItem icon={CopyIcon} onClick={() => onOpen('copy')}>
          {message('artifacts.copyTo')}
        </MenuItem>
      ) : null}
      {offered.move ? (
        <MenuItem icon={MoveIcon} onClick={() => onOpen('move')}>
          {message('artifacts.moveTo')}
        </MenuItem>
      ) : null}
      {offered.restore ? (
        <MenuItem icon={RestoreIcon} onClick={() => onOpen('restore')}>
          {message('artifacts.restore')}
        </MenuItem>
      ) : null}
      {offered.remove ? (
        <MenuItem icon={DeleteIcon} onClick={onRemove}>
          {message(isTrash(item) ? 'artifacts.deleteForGood' : 'artifacts.delete')}
        </MenuItem>
      ) : null}
    </>
  )
}

function offeredChanges(item: ItemDetails, isReadOnly: boolean) {
  const may = (action: string) => item.can[action] === true && !isReadOnly
  const isInside = item.path !== ''
  const inTrash = isTrash(item)
  return {
    folder: item.file === null && may('deploy') && !inTrash && item.repositoryKind !== 'cache',
    copy: isInside && !inTrash && !isReadOnly,
    move: isInside && !inTrash && may('delete'),
    restore: isInside && inTrash && !isReadOnly,
    remove: isInside && may('delete'),
  }
}

interface ItemDialogsProps extends ItemMenuProps {
  open: Open | undefined
  onClose: () => void
  onRemoved: () => void
}

function ItemDialogs({ item, roots, open, onClose, onRemoved }: ItemDialogsProps) {
  const spot = spotOf(item)
  switch (open) {
    case 'copy':
    case 'move':
      return <TransferDialog kind={open} from={[spot]} roots={roots} onClose={onClose} />
    case 'remove':
      return <RemoveDialog spots={[spot]} roots={roots} onClose={onClose} onDone={onRemoved} />
    case 'folder':
      return <FolderDialog parent={spot} onClose={onClose} />
    case 'download':
      return <DownloadDialog spot={spotAsked(item)} onClose={onClose} />
    case 'restore':
      return <RestoreDialog path={item.path} onClose={onClose} />
    default:
      return null
  }
}
