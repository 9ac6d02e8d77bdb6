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

/** All that can be done with the place; what the reader may not do is not offered. */
export function ItemMenu({ item, roots }: { item: ItemDetails; roots: TreeRoot[] }) {
  const [open, setOpen] = useState<Open | undefined>(undefined)
  const navigate = useNavigate()
  const isReadOnly = useReadOnly()
  const canFollow = useCanFollow(item) && !isReadOnly
  const spot = { repository: item.heldBy, path: item.path }
  const spotAsked = { repository: item.repository, path: item.path }
  const isTrash = item.repositoryKind === 'trash'
  const isInside = item.path !== ''
  const may = (action: string) => item.can[action] === true && !isReadOnly
  const close = () => setOpen(undefined)
  const leave = () => void navigate(linkTo({ repository: item.repository, path: parentOf(item.path) }))
  const removal = removalOf([spot], roots)
  const remove = useRemoval([spot], removal, leave)
  const removeNow = () => remove.mutate(undefined, { onError: (error) => notify('error', error.message) })
  // One file that can be had back needs no question; a folder may be more than one thinks.
  const removesAtOnce = removal.canUndo && item.file !== null
  const curl = `curl -L -O -H "Authorization: Bearer <token>" "${item.url}"`
  useShortcuts({ copy: () => void copyText(idOf(spot)) })
  return (
    <>
      <Menu
        target={<IconButton icon={MoreIcon} label={message('artifacts.actions')} isOutlined shortcut="." />}
      >
        <MenuItem icon={CopyIcon} onClick={() => void copyText(idOf(spot))}>
          {message('artifacts.copyPath')}
        </MenuItem>
        <MenuItem icon={CopyIcon} onClick={() => void copyText(item.url)}>
          {message('artifacts.copyUrl')}
        </MenuItem>
        {item.file === null ? (
          <>
            <MenuItem icon={DownloadIcon} onClick={() => setOpen('download')}>
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
        {isTrash ? null : (
          <MenuItem
            icon={TerminalIcon}
            onClick={() =>
              showSetMeUp({ getActiveNode: false, repository: item.repository, format: item.format })
            }
          >
            {message('spec.setMeUp')}
          </MenuItem>
        )}
        {canFollow ? <FollowItem spot={spotAsked} /> : null}
        {isTrash ? null : <MenuDivider />}
        {item.file === null && may('deploy') && !isTrash && item.repositoryKind !== 'cache' ? (
          <MenuItem icon={NewFolderIcon} onClick={() => setOpen('folder')}>
            {message('artifacts.newFolder')}
          </MenuItem>
        ) : null}
        {isInside && !isTrash && !isReadOnly ? (
          <MenuItem icon={CopyIcon} onClick={() => setOpen('copy')}>
            {message('artifacts.copyTo')}
          </MenuItem>
        ) : null}
        {isInside && !isTrash && may('delete') ? (
          <MenuItem icon={MoveIcon} onClick={() => setOpen('move')}>
            {message('artifacts.moveTo')}
          </MenuItem>
        ) : null}
        {isInside && isTrash && !isReadOnly ? (
          <MenuItem icon={RestoreIcon} onClick={() => setOpen('restore')}>
            {message('artifacts.restore')}
          </MenuItem>
        ) : null}
        {isInside && may('delete') ? (
          <MenuItem icon={DeleteIcon} onClick={() => (removesAtOnce ? removeNow() : setOpen('remove'))}>
            {message(isTrash ? 'artifacts.deleteForGood' : 'artifacts.delete')}
          </MenuItem>
        ) : null}
      </Menu>
      {open === 'copy' || open === 'move' ? (
        <TransferDialog kind={open} from={[spot]} roots={roots} onClose={close} />
      ) : null}
      {open === 'remove' ? (
        <RemoveDialog spots={[spot]} roots={roots} onClose={close} onDone={leave} />
      ) : null}
      {open === 'folder' ? <FolderDialog parent={spot} onClose={close} /> : null}
      {open === 'download' ? <DownloadDialog spot={spotAsked} onClose={close} /> : null}
      {open === 'restore' ? <RestoreDialog path={item.path} onClose={close} /> : null}
    </>
  )
}
