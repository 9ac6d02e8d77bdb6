import type { PermissionSection } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import { Card, CardBody } from '../../ui/card.tsx'
import { editedSections } from '../../shared/access/sections.ts'
import { sectionOf } from './model.ts'
import styles from './permission-editor.module.css'
import { describeSection, type Segment } from './sentence.ts'

interface WordsCardProps {
  sections: PermissionSection[]
  members: ReadonlyMap<string, number>
}

/** The permission as one would say it, rewritten with each tick. */
export function WordsCard({ sections, members }: WordsCardProps) {
  const used = editedSections.filter((name) => sections.some(({ section }) => section === name))
  const shown = used.length === 0 ? (['artifact'] as const) : used
  return (
    <Card label={message('permissions.inWords')}>
      <CardBody>
        <h2 className={styles['wordsTitle']}>{message('permissions.inWords')}</h2>
        <div className={styles['words']} aria-live="polite">
          {shown.map((name) => (
            <p key={name}>
              {describeSection(sectionOf(sections, name), { members }).map((segment, index) => (
                // Segments have no other identity than their place.
                <Word key={index} segment={segment} />
              ))}
            </p>
          ))}
        </div>
      </CardBody>
    </Card>
  )
}

function Word({ segment: { text, look } }: { segment: Segment }) {
  if (look === 'strong') return <strong>{text}</strong>
  return look === 'code' ? <code>{text}</code> : text
}
