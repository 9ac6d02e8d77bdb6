import { type DragEvent, type ReactNode, useState } from 'react'
import { message } from '../../lib/messages.ts'
import { droppedFiles, type PickedFile } from './actions/dropped-files.ts'
import styles from './artifacts.module.css'

interface DropAreaProps {
  /** Without it nothing can be deployed here, and nothing is taken. */
  onFiles: ((files: PickedFile[]) => void) | undefined
  children: ReactNode
}

/** Takes files that are dropped anywhere on the screen, and says so while they are held over it. */
export function DropArea({ onFiles, children }: DropAreaProps) {
  const [isOver, setOver] = useState(false)
  const hold = (event: DragEvent) => {
    if (onFiles === undefined || !hasFiles(event)) return
    event.preventDefault()
    setOver(true)
  }
  const leave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
  }
  const drop = (event: DragEvent) => {
    setOver(false)
    if (onFiles === undefined || !hasFiles(event)) return
    event.preventDefault()
    void droppedFiles(event.dataTransfer).then(onFiles)
  }
  return (
    <div className={styles['screen']} onDragOver={hold} onDragLeave={leave} onDrop={drop}>
      {children}
      {isOver ? (
        <div className={styles['drop']} role="status">
          {message('artifacts.dropHere')}
        </div>
      ) : null}
    </div>
  )
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
