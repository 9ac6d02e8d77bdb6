import type { TreeRoot } from '@bindery/contracts'
import { type DragEvent, type FormEvent, useId, useState } from 'react'
import { message } from '../../../lib/messages.ts'
import { size } from '../../../lib/numbers.ts'
import { DialogEnd } from '../../../shared/dialog-end.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { CheckRow } from '../../../ui/check-row.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { CloseIcon } from '../../../ui/icons.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { nameOf, parentOf, type Spot } from '../address.ts'
import item from '../item.module.css'
import { fileShape } from '../node-icon.tsx'
import styles from './deploy.module.css'
import { chosenFiles, droppedFiles, type PickedFile } from './dropped-files.ts'
import { matrixOf } from '../uploads/matrix.ts'
import { addUploads } from '../uploads/uploads.ts'
import type { FoundPackage } from './tarball.ts'
import { usePackages } from './use-packages.ts'

interface DeployDialogProps {
  /** Where files may go. */
  roots: TreeRoot[]
  start: Spot | undefined
  files: PickedFile[]
  onClose: () => void
}

/** Which files, where to, and with which properties; sending them goes on beside the page. */
export function DeployDialog({ roots, start, files: given, onClose }: DeployDialogProps) {
  const [files, setFiles] = useState(given)
  const [repository, setRepository] = useState(start?.repository ?? roots[0]?.key ?? '')
  const [folder, setFolder] = useState(folderAt(start))
  const [properties, setProperties] = useState('')
  const [isUnpacked, setUnpacked] = useState(false)
  const hasArchive = files.length > 0 && files.every(({ file }) => fileShape(file.name) === 'archive')
  const packages = usePackages(files, roots.find(({ key }) => key === repository)?.format ?? '')
  const add = (more: PickedFile[]) =>
    setFiles([...new Map([...files, ...more].map((one) => [one.path, one])).values()])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const path = (of: PickedFile) => {
      const known = packages.get(of.path)
      if (known !== undefined) return known.path
      return [...folder.split('/'), of.path].filter((part) => part.trim() !== '').join('/')
    }
    addUploads(
      files.map((one) => ({ file: one.file, spot: { repository, path: path(one) } })),
      { properties: matrixOf(properties), isUnpacked: isUnpacked && hasArchive },
    )
    onClose()
  }
  return (
    <Dialog title={message('artifacts.deploy')} width={640} onClose={onClose}>
      <form className={item['form']} onSubmit={submit}>
        <div className={styles['target']}>
          <SelectField
            label={message('artifacts.targetRepository')}
            options={roots.map(({ key }) => ({ value: key, label: key }))}
            value={repository}
            onChange={setRepository}
          />
          <TextField
            label={message('artifacts.targetFolder')}
            value={folder}
            spellCheck={false}
            onChange={(event) => setFolder(event.currentTarget.value)}
          />
        </div>
        <DropZone onFiles={add} />
        <FileRows
          files={files}
          packages={packages}
          onRemove={(path) => setFiles(files.filter((one) => one.path !== path))}
        />
        <TextField
          label={message('artifacts.deployProperties')}
          description={message('artifacts.deployPropertiesHelp')}
          value={properties}
          spellCheck={false}
          onChange={(event) => setProperties(event.currentTarget.value)}
        />
        {hasArchive ? (
          <CheckRow
            label={message('artifacts.unpack')}
            description={message('artifacts.unpackHelp')}
            checked={isUnpacked}
            onChange={setUnpacked}
          />
        ) : null}
        <DialogEnd onClose={onClose} disabled={files.length === 0 || repository === ''}>
          {message('artifacts.deployFiles', { count: files.length })}
        </DialogEnd>
      </form>
    </Dialog>
  )
}

/** Beside a file when one is looked at. */
function folderAt(spot: Spot | undefined): string {
  if (spot === undefined) return ''
  return nameOf(spot.path).includes('.') ? parentOf(spot.path) : spot.path
}

function DropZone({ onFiles }: { onFiles: (files: PickedFile[]) => void }) {
  const id = useId()
  const drop = (event: DragEvent) => {
    event.preventDefault()
    event.stopPropagation()
    void droppedFiles(event.dataTransfer).then(onFiles)
  }
  return (
    <div className={styles['zone']} onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <p>{message('artifacts.dropHere')}</p>
      <div className={styles['choose']}>
        <input
          id={`${id}-files`}
          className={styles['input']}
          type="file"
          multiple
          onChange={(event) => onFiles(chosenFiles(event.currentTarget.files ?? new DataTransfer().files))}
        />
        <label htmlFor={`${id}-files`} className={buttonClass('outlined', 32)}>
          {message('artifacts.chooseFiles')}
        </label>
        <input
          id={`${id}-folder`}
          className={styles['input']}
          type="file"
          multiple
          // Not in React's types; every browser knows it.
          {...{ webkitdirectory: '' }}
          onChange={(event) => onFiles(chosenFiles(event.currentTarget.files ?? new DataTransfer().files))}
        />
        <label htmlFor={`${id}-folder`} className={buttonClass('outlined', 32)}>
          {message('artifacts.chooseFolder')}
        </label>
      </div>
    </div>
  )
}

const mostShown = 50

interface FileRowsProps {
  files: PickedFile[]
  packages: ReadonlyMap<string, FoundPackage>
  onRemove: (path: string) => void
}

function FileRows({ files, packages, onRemove }: FileRowsProps) {
  if (files.length === 0) return null
  return (
    <ul className={styles['files']} aria-label={message('artifacts.chosenFiles')}>
      {files.slice(0, mostShown).map(({ file, path }) => (
        <li key={path} className={styles['file']}>
          <span className={styles['path']}>
            {path}
            <Package known={packages.get(path)} />
          </span>
          <span className={styles['size']}>{size(file.size)}</span>
          <IconButton
            icon={CloseIcon}
            size={28}
            label={message('artifacts.leaveOut', { name: path })}
            onClick={() => onRemove(path)}
          />
        </li>
      ))}
      {files.length > mostShown ? (
        <li className={styles['size']}>{message('shared.more', { count: files.length - mostShown })}</li>
      ) : null}
    </ul>
  )
}

/** What a package says of itself, and where it goes because of that. */
function Package({ known }: { known: FoundPackage | undefined }) {
  if (known === undefined) return null
  return (
    <span className={styles['package']}>
      <span className={styles['coordinates']}>{`${known.name} ${known.version}`}</span>
      {message('artifacts.goesTo', { path: known.path })}
    </span>
  )
}
