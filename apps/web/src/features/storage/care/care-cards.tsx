// The care of what is stored, beside what uses the room.
import { BackupsCard } from './backups-card.tsx'
import styles from './care.module.css'
import { GarbageCard } from './garbage-card.tsx'
import { LimitsCard } from './limits-card.tsx'
import { RetentionCard } from './retention-card.tsx'
import { ScrubCard } from './scrub-card.tsx'
import { TrashCard } from './trash-card.tsx'

export function CareCards() {
  return (
    <div className={styles['cards']}>
      <GarbageCard />
      <ScrubCard />
      <TrashCard />
      <RetentionCard />
      <LimitsCard />
      <BackupsCard />
    </div>
  )
}
