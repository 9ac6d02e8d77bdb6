// The words and marks of a query, each with its place in the text.
import { badRequest, type AppError } from '../../platform/errors.ts'

export type Token =
  | { kind: 'mark' | 'word'; text: string; at: number }
  | { kind: 'string'; text: string; value: string; at: number }
  | { kind: 'number'; text: string; value: number; at: number }
  | { kind: 'end'; text: ''; at: number }

/** Numbers and words first, then strings as JSON has them; white space is skipped. */
const pattern = /\s+|[A-Za-z_$][\w$]*|-?\d+(?:\.\d+)?|"(?:[^"\\]|\\.)*"|[.(){}[\]:,]/suy

/** Each call gives the next token; the end again and again. Read while it is parsed: what is wrong early costs little. */
export function scan(text: string): () => Token {
  const scanner = new RegExp(pattern)
  let at = 0
  return () => {
    while (at < text.length) {
      scanner.lastIndex = at
      const found = scanner.exec(text)?.[0]
      if (found === undefined) throw unreadable(text, at)
      const start = at
      at += found.length
      if (found.trim() !== '') return toToken(text, found, start)
    }
    return { kind: 'end', text: '', at }
  }
}

function toToken(text: string, found: string, at: number): Token {
  const first = found[0] ?? ''
  if (first === '"') return { kind: 'string', text: found, value: readString(text, found, at), at }
  if (/[-\d]/.test(first)) return { kind: 'number', text: found, value: Number(found), at }
  return { kind: /[A-Za-z_$]/.test(first) ? 'word' : 'mark', text: found, at }
}

function readString(text: string, found: string, at: number): string {
  const value = parseString(found)
  if (value === undefined) throw aqlError(text, at, 'this string has an escape that JSON does not know')
  // PostgreSQL keeps neither; no name of ours has them.
  if (value.includes('\0') || !value.isWellFormed())
    throw aqlError(text, at, 'this string has a character that no name can have')
  return value
}

function parseString(found: string): string | undefined {
  try {
    // JSON wants line breaks and tabs escaped; people paste them as they are.
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
    const plain = found.replaceAll(/[\u0000-\u001f]/g, (one) => JSON.stringify(one).slice(1, -1))
    return JSON.parse(plain) as string
  } catch {
    return undefined
  }
}

function unreadable(text: string, at: number): AppError {
  if (text[at] === '"') return aqlError(text, at, 'this string has no closing quote')
  if (text[at] === "'") return aqlError(text, at, 'strings stand in double quotes')
  return aqlError(
    text,
    at,
    `${JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0))} means nothing here`,
  )
}

/** Every refusal of a query: where, and what was expected. */
export function aqlError(text: string, at: number, sentence: string): AppError {
  const before = text.slice(0, at).split('\n')
  const column = (before.at(-1)?.length ?? 0) + 1
  return badRequest(`The query is wrong at line ${before.length}, column ${column}: ${sentence}.`)
}
