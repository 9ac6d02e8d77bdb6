// The contact form. It is open exactly while the address says what for.
import { type ContactTopic, contactTopics, type CurrentUser, leadSources } from '@bindery/contracts'
import { message } from '../../lib/messages.ts'
import { notify } from '../../lib/notices.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { useFields } from '../../lib/use-fields.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './contact-dialog.module.css'
import { countryOptions, likelyCountry } from './countries.ts'
import { useSendRequest } from './queries.ts'
import { topicLabel, topicOf } from './topics.ts'

const contactNotice = 5000

export function ContactDialog({ context, onClose }: { context: string; onClose: () => void }) {
  const send = useSendRequest()
  const { form, field, submit, refuse } = useFields(emptyFor(useCurrentUser(), topicOf(context)), mistakesOf)
  const failed = () => notify('error', message('spec.contactFailed'), { duration: contactNotice })
  const run = submit((values) =>
    send.mutate(
      { body: leadOf(values) },
      {
        onSuccess: () => {
          const text = message('spec.contactThanks')
          notify('success', text, { duration: contactNotice, html: `<p>${text}</p>` })
          onClose()
        },
        // What was typed stays, or sending again would mean typing again.
        onError: (error) => {
          refuse(error)
          failed()
        },
      },
    ),
  )
  return (
    <Dialog title={message('spec.contactUs')} onClose={onClose}>
      <form ref={form} className={styles['form']} noValidate aria-busy={send.isPending} onSubmit={run}>
        <Choice
          label={message('spec.contactTopic')}
          options={contactTopics.map((value) => ({ value, label: topicLabel(value) }))}
          field={field('topic')}
        />
        <div className={styles['pair']}>
          <TextField
            {...field('FirstName')}
            label={message('spec.contactFirstName')}
            autoComplete="given-name"
            maxLength={100}
            required
          />
          <TextField
            {...field('LastName')}
            label={message('spec.contactLastName')}
            autoComplete="family-name"
            maxLength={100}
            required
          />
        </div>
        <TextField
          {...field('Email')}
          type="email"
          label={message('spec.contactEmail')}
          autoComplete="email"
          maxLength={256}
          required
        />
        <Choice label={message('spec.contactCountry')} options={countryOptions()} field={field('Country')} />
        <Comment field={field('Comments')} />
        <DialogActions>
          <Button size={36} onClick={onClose}>
            {message('shared.cancel')}
          </Button>
          <Button type="submit" look="filled" size={36} isBusy={send.isPending}>
            {message('contact.send')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

type Values = Record<'topic' | 'FirstName' | 'LastName' | 'Email' | 'Country' | 'Comments', string>
type FieldOf = ReturnType<ReturnType<typeof useFields<keyof Values>>['field']>

interface ChoiceProps {
  label: string
  options: { value: string; label: string }[]
  field: FieldOf
}

function Choice({ label, options, field: { onChange, ...field } }: ChoiceProps) {
  return (
    <SelectField
      {...field}
      label={label}
      isRequired
      options={[{ value: '', label: message('contact.choose') }, ...options]}
      onChange={(value) => onChange({ currentTarget: { value } })}
    />
  )
}

function Comment({ field }: { field: FieldOf }) {
  return <TextArea {...field} label={message('spec.contactComment')} rows={3} maxLength={4000} />
}

/** What the profile knows: `ada.lovelace@…` is most likely Ada Lovelace. */
function emptyFor(user: CurrentUser | null, topic: ContactTopic | undefined): Values {
  const email = user?.email ?? ''
  const [first = '', last = ''] = (email.split('@')[0] ?? '').split(/[._]/)
  const isName = /^\p{L}{2,}$/u
  return {
    topic: topic ?? '',
    FirstName: isName.test(first) && last !== '' ? capital(first) : '',
    LastName: isName.test(last) ? capital(last) : '',
    Email: email,
    Country: likelyCountry(),
    Comments: '',
  }
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

function mistakesOf(values: Values): Partial<Values> {
  const { Comments: _, ...required } = values
  const missing = Object.entries(required).filter(([, value]) => value.trim() === '')
  return {
    ...(/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(values.Email.trim())
      ? {}
      : { Email: message('contact.wrongEmail') }),
    ...Object.fromEntries(missing.map(([name]) => [name, message('spec.mandatory')])),
  }
}

function leadOf({ topic: given, ...values }: Values) {
  const topic = topicOf(given) ?? 'support' // the form asks for one
  return { ...values, Email: values.Email.trim(), topic, ...leadSources[topic] }
}
