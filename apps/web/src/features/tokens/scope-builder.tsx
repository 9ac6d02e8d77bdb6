// What the token shall be able to do: one choice, its details, and the sentence that says what it comes to.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSettled } from '../../lib/delay.ts'
import { message, type MessageId } from '../../lib/messages.ts'
import { GroupPicker } from '../../shared/access/group-picker.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { CloseIcon, PlusIcon } from '../../ui/icons.ts'
import { RadioList } from '../../ui/radio-list.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { scopeInWords } from './queries.ts'
import {
  emptyPlace,
  letters,
  scopeKinds,
  scopeOf,
  type Letter,
  type Place,
  type ScopeDraft,
  type ScopeKind,
} from './scope-draft.ts'
import styles from './tokens.module.css'

interface ScopeBuilderProps {
  draft: ScopeDraft
  subject: string
  /** Somebody wanted to go on: what is missing is said. */
  isTried: boolean
  onChange: (draft: ScopeDraft) => void
}

const kindLabels: Record<ScopeKind, [label: MessageId, text: MessageId]> = {
  user: ['tokens.kindUser', 'tokens.kindUserText'],
  places: ['tokens.kindPlaces', 'tokens.kindPlacesText'],
  groups: ['tokens.kindGroups', 'tokens.kindGroupsText'],
  admin: ['tokens.kindAdmin', 'tokens.kindAdminText'],
  metrics: ['tokens.kindMetrics', 'tokens.kindMetricsText'],
}

export function ScopeBuilder({ draft, subject, isTried, onChange }: ScopeBuilderProps) {
  const scope = scopeOf(draft)
  return (
    <>
      <RadioList
        label={message('tokens.may')}
        options={scopeKinds.map((value) => {
          const [label, text] = kindLabels[value]
          return { value, label: message(label), description: message(text) }
        })}
        value={draft.kind}
        onChange={(kind) => onChange({ ...draft, kind })}
      />
      {draft.kind === 'places' ? (
        <Places
          places={draft.places}
          isTried={isTried}
          onChange={(places) => onChange({ ...draft, places })}
        />
      ) : null}
      {draft.kind === 'groups' ? (
        <GroupPicker
          label={message('tokens.groups')}
          values={[...draft.groups]}
          onChange={(groups) => onChange({ ...draft, groups })}
        />
      ) : null}
      <Sentence scope={scope} subject={subject} isTried={isTried} />
    </>
  )
}

function Sentence({
  scope,
  subject,
  isTried,
}: {
  scope: string | undefined
  subject: string
  isTried: boolean
}) {
  const settled = useSettled(`${subject.trim()}\n${scope ?? ''}`, 250)
  const [username = '', asked = ''] = settled.split('\n')
  const words = useQuery({
    ...scopeInWords(asked, username),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  }).data
  return (
    <div className={styles['sentence']} data-missing={(isTried && scope === undefined) || undefined}>
      <span className={styles['muted']}>{message('tokens.inWords')}</span>
      <p role="status">
        {scope === undefined
          ? message('tokens.scopeMissing')
          : message('tokens.sentence', { words: words?.words ?? '…' })}
      </p>
    </div>
  )
}

const letterLabels: Record<Letter, MessageId> = {
  r: 'tokens.read',
  w: 'tokens.deploy',
  d: 'tokens.delete',
  a: 'tokens.annotate',
  m: 'tokens.manage',
}

interface PlacesProps {
  places: readonly Place[]
  isTried: boolean
  onChange: (places: Place[]) => void
}

function Places({ places, isTried, onChange }: PlacesProps) {
  const change = (index: number, change: Partial<Place>) =>
    onChange(places.map((place, at) => (at === index ? { ...place, ...change } : place)))
  return (
    <div className={styles['places']}>
      {places.map((place, index) => (
        // Rows have no identity but their place: they are typed, not chosen.
        <fieldset key={index} className={styles['place']}>
          <legend className="visually-hidden">{message('tokens.place', { number: index + 1 })}</legend>
          <TextField
            label={message('tokens.repository')}
            placeholder="npm-local"
            autoComplete="off"
            spellCheck={false}
            value={place.repository}
            error={isTried && place.repository.trim() === '' ? message('spec.mandatory') : undefined}
            onChange={(event) => change(index, { repository: event.currentTarget.value })}
          />
          <TextField
            label={message('tokens.path')}
            placeholder="@acme/**"
            autoComplete="off"
            spellCheck={false}
            value={place.path}
            onChange={(event) => change(index, { path: event.currentTarget.value })}
          />
          <div className={styles['letters']} role="group" aria-label={message('tokens.actionsHere')}>
            {letters.map((letter) => (
              <Checkbox
                key={letter}
                label={message(letterLabels[letter])}
                checked={place.letters.includes(letter)}
                onChange={(event) =>
                  change(index, { letters: withLetter(place.letters, letter, event.currentTarget.checked) })
                }
              />
            ))}
          </div>
          {places.length > 1 ? (
            <div className={styles['removePlace']}>
              <IconButton
                icon={CloseIcon}
                size={28}
                label={message('tokens.removePlace', { number: index + 1 })}
                onClick={() => onChange(places.filter((_, at) => at !== index))}
              />
            </div>
          ) : null}
        </fieldset>
      ))}
      <div>
        <Button size={28} icon={PlusIcon} onClick={() => onChange([...places, emptyPlace])}>
          {message('tokens.addPlace')}
        </Button>
      </div>
    </div>
  )
}

/** In the order of the list, whatever was ticked first. */
const withLetter = (given: readonly Letter[], letter: Letter, isOn: boolean) =>
  letters.filter((one) => (one === letter ? isOn : given.includes(one)))
