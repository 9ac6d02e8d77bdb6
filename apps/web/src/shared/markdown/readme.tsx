import { useEffect, useMemo, useRef, useState } from 'react'
import { message } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { readmeFragment } from './readme-fragment.ts'
import styles from './readme.module.css'

const mostShown = 512 * 1024

/** A README as its author wrote it, minus everything that could act or spy. */
export function Readme({ text, source }: { text: string; source: string | null }) {
  const [showsAll, setShowsAll] = useState(false)
  const isCut = text.length > mostShown && !showsAll
  const shown = isCut ? text.slice(0, mostShown) : text
  const fragment = useMemo(() => readmeFragment(shown, source), [shown, source])
  const target = useRef<HTMLDivElement>(null)
  useEffect(() => target.current?.replaceChildren(fragment.cloneNode(true)), [fragment])
  return (
    <>
      <div ref={target} className={styles['readme']} />
      {isCut ? (
        <p className={styles['cut']}>
          {message('version.readmeCut')}
          <Button look="plain" size={28} onClick={() => setShowsAll(true)}>
            {message('version.readmeAll')}
          </Button>
        </p>
      ) : null}
    </>
  )
}
