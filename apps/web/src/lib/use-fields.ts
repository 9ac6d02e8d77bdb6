// The fields of a form: values, and mistakes that show after leaving a field or sending, then change with each letter.
import { type FormEvent, useRef, useState } from 'react'
import type { CallError } from './call.ts'
import { afterClick } from './pointer.ts'

export interface FieldProps {
  name: string
  value: string
  error: string | undefined
  onChange: (event: { currentTarget: { value: string } }) => void
  onBlur: () => void
}

type Mistakes<N extends string> = Partial<Record<N, string | undefined>>

export function useFields<N extends string>(
  initial: Record<N, string>,
  check: (values: Record<N, string>) => Mistakes<N>,
) {
  const [values, setValues] = useState(initial)
  const [shown, setShown] = useState<ReadonlySet<N>>(new Set())
  const [refused, setRefused] = useState<Mistakes<N>>({})
  const [failure, setFailure] = useState<CallError | undefined>(undefined)
  const form = useRef<HTMLFormElement>(null)
  const mistakes = check(values)
  const names = Object.keys(initial) as N[] // exactly its keys
  const focus = (name: N) => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus()

  const field = (name: N): FieldProps => ({
    name,
    value: values[name],
    error: refused[name] ?? (shown.has(name) ? mistakes[name] : undefined),
    onChange: (event) => {
      setValues({ ...values, [name]: event.currentTarget.value })
      setRefused({ ...refused, [name]: undefined })
    },
    onBlur: () => {
      if (values[name] !== '') afterClick(() => setShown((before) => new Set([...before, name])))
    },
  })

  const submit = (send: (values: Record<N, string>) => void) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setShown(new Set(names))
    setFailure(undefined)
    const wrong = names.find((name) => mistakes[name] !== undefined)
    if (wrong === undefined) send(values)
    else focus(wrong)
  }

  /** The server refused: its words go under the field that it names (by our name for it), else they are the failure. */
  const refuse = (error: CallError, ours: Record<string, N> = {}) => {
    const name = names.find((own) => own === (ours[error.field ?? ''] ?? error.field))
    if (name === undefined) return setFailure(error)
    setRefused({ [name]: error.said.join('\n') } as Mistakes<N>) // one key of the union
    return focus(name)
  }

  return { form, values, field, submit, refuse, failure }
}
