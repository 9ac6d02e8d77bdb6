// The care of what is stored, beside what uses the room.
import styles from './care.module.css'
import { GarbageCard } from './garbage-card.tsx'
import { ScrubCard } from './scrub-card.tsx'

export function CareCards() {
  return (
    <div className={styles['cards']}>
      <GarbageCard />
      <ScrubCard />
    </div>
  )
}
