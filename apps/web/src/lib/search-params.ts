// The query string as plain strings: `?sort=name:asc` stays readable and survives being typed by hand.
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'

export type RawSearch = Record<string, unknown>

export const parseSearch = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text))

export function stringifySearch(search: RawSearch): string {
  const given = Object.entries(search).filter(
    ([, value]) => value !== undefined && value !== '' && value !== false,
  )
  if (given.length === 0) return ''
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return `?${text.replaceAll('%3A', ':').replaceAll('%2F', '/').replaceAll('%40', '@')}`
}

/** The parameters of the present screen, read by the same function that its route validates with. */
export function useSearchParams<T>(parse: (raw: RawSearch) => T): T {
  const raw = useSearch({ strict: false }) as RawSearch // typed by `parse`, the routes come from a list
  return useMemo(() => parse(raw), [raw, parse])
}

export const textParam = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined
