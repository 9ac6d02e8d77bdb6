// The navigation tour: six places of the frame, one after the other, each in a spotlight.
import { useEffect, useId, useRef, useState } from 'react'
import { message, type MessageId } from '../../lib/messages.ts'
import { useStore } from '../../lib/store.ts'
import { tourProgress } from '../../lib/visitor.ts'
import { Button } from '../../ui/button.tsx'
import { FocusTrap } from '../../ui/focus-trap.ts'
import styles from './navigation-tour.module.css'
import { type Box, cardPlace, spotlight } from './place.ts'

interface Stop {
  /** The element that carries `data-tour` with this name. */
  at: string
  title: MessageId
  text: MessageId
}

const stops: Stop[] = [
  { at: 'navigation', title: 'tour.navigation', text: 'tour.navigationText' },
  { at: 'page', title: 'tour.page', text: 'tour.pageText' },
  { at: 'search', title: 'tour.search', text: 'tour.searchText' },
  { at: 'help', title: 'tour.help', text: 'tour.helpText' },
  { at: 'notifications', title: 'tour.notifications', text: 'tour.notificationsText' },
  { at: 'account', title: 'tour.account', text: 'tour.accountText' },
]

export function NavigationTour({ onClose }: { onClose: () => void }) {
  const id = useId()
  // Where it was left, should the page have been loaded again in between.
  const step = Math.min(useStore(tourProgress), stops.length - 1)
  const stop = stops[step]
  const box = useBox(stop?.at ?? '')
  const isLast = step === stops.length - 1
  const end = () => {
    tourProgress.set(0)
    onClose()
  }
  const go = (to: number) => (to >= stops.length ? end() : tourProgress.set(Math.max(to, 0)))
  useKeys({ ArrowRight: () => go(step + 1), ArrowLeft: () => go(step - 1), Escape: end })
  if (stop === undefined) return null
  return (
    <div className={styles['tour']}>
      <div className={styles['light']} style={spotlight(box)} />
      <FocusTrap>
        <div
          role="dialog"
          aria-modal="true"
          aria-labelledby={`${id}-title`}
          aria-describedby={`${id}-text`}
          className={styles['card']}
          style={cardPlace(box)}
        >
          <p className={styles['count']}>{message('tour.count', { step: step + 1, total: stops.length })}</p>
          <h2 id={`${id}-title`} className={styles['title']}>
            {message(stop.title)}
          </h2>
          <p id={`${id}-text`} className={styles['text']} aria-live="polite">
            {message(stop.text)}
          </p>
          <div className={styles['actions']}>
            {isLast ? null : (
              <Button look="plain" onClick={end}>
                {message('tour.skip')}
              </Button>
            )}
            <span className={styles['push']} />
            {step === 0 ? null : <Button onClick={() => go(step - 1)}>{message('tour.back')}</Button>}
            <Button look="filled" data-autofocus onClick={() => go(step + 1)}>
              {message(isLast ? 'tour.done' : 'tour.next')}
            </Button>
          </div>
        </div>
      </FocusTrap>
    </div>
  )
}

function useKeys(keys: Record<string, () => void>) {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => latest.current[event.key]?.()
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** Where the element stands, also after the window changed. */
function useBox(name: string): Box {
  const [box, setBox] = useState(() => measure(name))
  useEffect(() => {
    const update = () => setBox(measure(name))
    update()
    window.addEventListener('resize', update)
    return () => window.removeEventListener('resize', update)
  }, [name])
  return box
}

function measure(name: string): Box {
  const element = document.querySelector(`[data-tour="${name}"]`)
  const { left = 0, top = 0, width = 0, height = 0 } = element?.getBoundingClientRect() ?? {}
  return { left, top, width, height }
}
