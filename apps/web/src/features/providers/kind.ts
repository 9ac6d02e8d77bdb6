// How a kind of provider is described: what its entries hold, how they are read and written, and what stands below the
// form. The screen is made from this, so one more provider is one more description.
import type { Endpoint } from '@bindery/contracts'
import type { UseQueryOptions } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { MessageId } from '../../lib/messages.ts'

/** An entry as the contract has it; which fields there are, the description knows. */
export type Values = Record<string, unknown>

interface FieldBase {
  name: string
  label: MessageId
  help?: MessageId
  isRequired?: true
  /** Takes the whole line. */
  isWide?: true
  /** Left out while this says no. */
  isShown?: (values: Values) => boolean
  /** Cannot be changed while this gives a reason. */
  whyFixed?: (values: Values) => MessageId | undefined
}

export type Field = FieldBase &
  (
    | { type: 'text'; placeholder?: string; isCode?: true }
    /** `flag` is the field that says whether one is stored. */
    | { type: 'secret'; flag: string }
    | { type: 'area'; rows?: number }
    /** A list, one to a line. */
    | { type: 'lines'; placeholder?: string }
    /** Certificates, one after the other in one text. */
    | { type: 'certificates' }
    | { type: 'number'; min: number; max: number; unit: MessageId }
    | { type: 'check' }
    | { type: 'choice'; options: { value: string; label: MessageId }[] }
    /** A choice among the names of another list. */
    | { type: 'entry'; of: string }
  )

export interface Section {
  title: MessageId
  text?: MessageId
  fields: Field[]
}

/** What stands below a form gets to see and to change. */
export interface PanelProps {
  values: Values
  /** Undefined while it is new. */
  saved: Values | undefined
  isDirty: boolean
  change: (change: Values) => void
  /** The entries of all lists of this kind. */
  lists: Lists
}

export type Lists = Record<string, Values[]>

type EntriesQuery = UseQueryOptions<unknown, Error, Values[]>

/** The entries in the answer to a call. */
export const entriesOf = <T extends object>(
  options: { queryKey: readonly unknown[] },
  select: (answer: T) => object[],
) => ({ ...options, select }) as unknown as EntriesQuery // what the call answers, `select` knows

export interface Collection {
  id: string
  title: MessageId
  /** The field that names an entry; without one there is exactly one entry. */
  nameField?: string
  add?: MessageId
  /** Said before an entry is removed, when it is not about people who sign in. */
  removeText?: MessageId
  /** Behind the name in the list, for entries that are not switched on and off. */
  state?: (entry: Values) => string
  sections: Section[]
  blank?: (lists: Lists) => Values
  entries: EntriesQuery
  create?: (values: Values) => Promise<Values>
  save: (name: string, values: Values) => Promise<Values>
  remove?: (name: string) => Promise<unknown>
  /** Where the order matters. */
  order?: (names: string[]) => Promise<unknown>
  /** Whose answers are stale after any of these. */
  stale: Endpoint[]
  /** Above the fields: what fills them in. */
  helpers?: ComponentType<PanelProps>[]
  /** Below the fields: facts and tests. */
  panels: ComponentType<PanelProps>[]
}

export interface Kind {
  title: MessageId
  text: MessageId
  /** Why there is nothing yet, and what it is good for. */
  empty: MessageId
  collections: Collection[]
}

export const nameOf = ({ nameField }: Collection, values: Values): string =>
  nameField === undefined ? '' : textOf(values[nameField])

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

export const isOn = (values: Values): boolean => values['isEnabled'] !== false
