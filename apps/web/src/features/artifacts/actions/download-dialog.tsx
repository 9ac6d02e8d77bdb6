import { folderArchiveLimits } from '@bindery/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { message } from '../../../lib/messages.ts'
import { count, size } from '../../../lib/numbers.ts'
import { PanelError } from '../../../shared/panel-error.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { nameOf, type Spot } from '../address.ts'
import styles from '../item.module.css'
import { folderSize } from '../queries.ts'
import { folderArchiveAddress } from '../wire.ts'

const kinds = ['zip', 'tar.gz', 'tar'] as const

/** What the archive will hold is counted first, so that nobody is surprised by its size. */
export function DownloadDialog({ spot, onClose }: { spot: Spot; onClose: () => void }) {
  const [kind, setKind] = useState<(typeof kinds)[number]>('zip')
  const measured = useQuery(folderSize(spot))
  const { data } = measured
  const isTooMuch =
    data !== undefined &&
    (data.isCut || data.files > folderArchiveLimits.files || data.bytes > folderArchiveLimits.bytes)
  const name = nameOf(spot.path) || spot.repository
  return (
    <Dialog title={message('artifacts.downloadTitle', { name })} onClose={onClose}>
      <div className={styles['form']}>
        <Segmented
          label={message('artifacts.archiveKind')}
          options={kinds.map((value) => ({ value, label: value }))}
          value={kind}
          onChange={setKind}
        />
        {measured.error === null ? null : (
          <PanelError
            title={message('artifacts.itemFailed')}
            error={measured.error}
            onRetry={() => void measured.refetch()}
          />
        )}
        {measured.isPending ? <p role="status">{message('artifacts.counting')}</p> : null}
        {data === undefined ? null : isTooMuch ? (
          <Notice look="warn">
            {message('artifacts.archiveCut', {
              files: count(data.files),
              size: size(data.bytes),
              most: count(folderArchiveLimits.files),
              mostSize: size(folderArchiveLimits.bytes),
            })}
          </Notice>
        ) : (
          <p role="status">
            {message('artifacts.archiveHolds', { files: data.files, size: size(data.bytes) })}{' '}
            {data.bytes > large ? message('artifacts.archiveLarge') : null}
          </p>
        )}
        <DialogActions>
          <Button size={36} onClick={onClose}>
            {message('shared.cancel')}
          </Button>
          {data === undefined || isTooMuch ? (
            <Button size={36} look="filled" disabled>
              {message('artifacts.download')}
            </Button>
          ) : (
            <a
              className={buttonClass('filled', 36)}
              href={folderArchiveAddress(spot, kind)}
              download
              onClick={onClose}
            >
              {message('artifacts.download')}
            </a>
          )}
        </DialogActions>
      </div>
    </Dialog>
  )
}

const large = 1024 ** 3
