import { Link } from '../../../lib/link.tsx'
import { message } from '../../../lib/messages.ts'
import { size } from '../../../lib/numbers.ts'
import { useStore } from '../../../lib/store.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import {
  CloseIcon,
  ErrorIcon,
  PauseIcon,
  RefreshIcon,
  ResumeIcon,
  SuccessIcon,
  UploadIcon,
} from '../../../ui/icons.ts'
import { Progress } from '../../../ui/progress.tsx'
import { linkTo, nameOf } from '../address.ts'
import {
  clearUploads,
  folderOf,
  isInParts,
  isUnderWay,
  retryUpload,
  stopUpload,
  type Upload,
  uploads,
} from './uploads.ts'
import styles from './uploads.module.css'

/** What is being sent, and how it ended; stays until it is put away. */
export function UploadsPanel() {
  const all = useStore(uploads)
  if (all.length === 0) return null
  const left = all.filter(isUnderWay).length
  return (
    <section className={styles['panel']} aria-label={message('artifacts.uploads')}>
      <div className={styles['head']}>
        <h3 aria-live="polite">
          {left === 0
            ? message('artifacts.uploadsDone', { count: all.length })
            : message('artifacts.uploadsLeft', { count: left })}
        </h3>
        <Button look="plain" size={28} disabled={left === all.length} onClick={clearUploads}>
          {message('artifacts.clearUploads')}
        </Button>
      </div>
      <ul className={styles['list']}>
        {all.toReversed().map((upload) => (
          <Line key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  )
}

function Line({ upload }: { upload: Upload }) {
  const { id, spot, file, state, sent, error } = upload
  const share = file.size === 0 ? 1 : sent / file.size
  const goesOn = isInParts(upload) && sent > 0
  const Glyph = state === 'done' ? SuccessIcon : state === 'failed' ? ErrorIcon : UploadIcon
  return (
    <li className={styles['line']} data-state={state}>
      <Glyph size="1rem" stroke={1.5} aria-hidden="true" />
      <div className={styles['words']}>
        <span className={styles['name']}>
          {state === 'done' ? <Link {...linkTo(spot)}>{nameOf(spot.path)}</Link> : nameOf(spot.path)}
        </span>
        <span className={styles['detail']}>{detailOf(upload)}</span>
        {isUnderWay(upload) ? (
          <Progress
            className={styles['progress']}
            label={message('artifacts.progressOf', { name: file.name })}
            max={1}
            value={share}
          />
        ) : null}
        {error === '' ? null : (
          <span className={styles['error']} role="alert">
            {error}
          </span>
        )}
      </div>
      {isUnderWay(upload) ? (
        <IconButton
          icon={isInParts(upload) ? PauseIcon : CloseIcon}
          size={28}
          label={message(isInParts(upload) ? 'artifacts.pauseUpload' : 'artifacts.stopUpload', {
            name: file.name,
          })}
          onClick={() => stopUpload(id)}
        />
      ) : null}
      {state === 'failed' || state === 'stopped' ? (
        <IconButton
          icon={goesOn ? ResumeIcon : RefreshIcon}
          size={28}
          label={message(goesOn ? 'artifacts.goOnUpload' : 'artifacts.retryUpload', { name: file.name })}
          onClick={() => retryUpload(id)}
        />
      ) : null}
    </li>
  )
}

function detailOf(upload: Upload): string {
  const { spot, file, state, sent } = upload
  const amount = message('artifacts.sentOf', { sent: size(sent), size: size(file.size) })
  if (state === 'sending') return amount
  if (state === 'lost') return message('artifacts.uploadLost', { amount })
  if (state === 'joining') return message('artifacts.uploadJoining')
  if (state === 'stopped')
    return isInParts(upload) ? message('artifacts.paused', { amount }) : message('artifacts.stopped')
  const known = upload.isInstant ? ` · ${message('artifacts.uploadInstant')}` : ''
  return `${size(file.size)}${known} · ${folderOf(spot)}`
}
