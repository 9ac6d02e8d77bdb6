import type { ItemDetails } from '@bindery/contracts'
import { useState } from 'react'
import { message } from '../../../lib/messages.ts'
import { AccessTester, type Question } from '../../../shared/access/access-tester.tsx'
import { actionLabels } from '../../../shared/access/actions.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardBody } from '../../../ui/card.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { NeutralIcon, TickIcon } from '../../../ui/icons.ts'
import styles from '../item.module.css'

const shown = ['read', 'annotate', 'deploy', 'delete', 'manage'] as const
type Shown = (typeof shown)[number]

/** What the reader may do here, and for what they may not: why. */
export function Rights({ item }: { item: ItemDetails }) {
  const [asked, setAsked] = useState<Shown | undefined>(undefined)
  const refused = shown.filter((action) => item.can[action] !== true)
  const [first] = refused.toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
  return (
    <Card label={message('artifacts.rights')}>
      <CardBody>
        <h3>{message('artifacts.rights')}</h3>
        <ul className={styles['rights']}>
          {shown.map((action) => (
            <Right key={action} action={action} isAllowed={item.can[action] === true} />
          ))}
        </ul>
        {first === undefined ? null : (
          <div className={styles['why']}>
            <Button look="plain" size={28} onClick={() => setAsked(first)}>
              {message('artifacts.whyNot', { action: message(actionLabels[first]).toLowerCase() })}
            </Button>
          </div>
        )}
      </CardBody>
      {asked === undefined ? null : <Why item={item} action={asked} onClose={() => setAsked(undefined)} />}
    </Card>
  )
}

/** What people miss first. */
const order: Shown[] = ['delete', 'deploy', 'annotate', 'read', 'manage']

function Right({ action, isAllowed }: { action: Shown; isAllowed: boolean }) {
  const Glyph = isAllowed ? TickIcon : NeutralIcon
  return (
    <li className={styles['right']} data-refused={!isAllowed || undefined}>
      <Glyph size="1rem" stroke={2} aria-hidden="true" />
      {message(actionLabels[action])}
      <span className="visually-hidden">
        {message(isAllowed ? 'artifacts.allowed' : 'artifacts.refused')}
      </span>
    </li>
  )
}

function Why({ item, action, onClose }: { item: ItemDetails; action: Shown; onClose: () => void }) {
  const path = item.path === '' ? item.heldBy : `${item.heldBy}/${item.path}`
  const [question, setQuestion] = useState<Question>({ subject: '', action, section: 'artifact', path })
  return (
    <Dialog title={message('artifacts.whyTitle')} width={640} onClose={onClose}>
      <AccessTester question={question} onChange={setQuestion} canChooseSubject={false} />
    </Dialog>
  )
}
