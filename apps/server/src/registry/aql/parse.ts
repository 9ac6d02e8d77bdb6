// The grammar of AQL. Objects are read pair by pair and never as JSON: keys repeat, and every pair counts.
import { badRequest } from '../../platform/errors.ts'
import {
  operators,
  type Criterion,
  type Group,
  type Name,
  type Operator,
  type Query,
  type Value,
} from './query.ts'
import { aqlError, scan, type Token } from './tokens.ts'

export const longestQuery = 1 << 20
const deepest = 50
/** SQLite binds 32,766 values to a statement; a criterion takes up to four. */
const mostCriteria = 5_000
const longestValue = 8_192

export function parseQuery(text: string): Query {
  if (text.length > longestQuery)
    throw badRequest(`The query is longer than ${longestQuery} characters. Ask in several smaller ones.`)
  return new Parser(text).query()
}

class Parser {
  readonly #text: string
  readonly #scan: () => Token
  #token: Token
  #criteria = 0

  constructor(text: string) {
    this.#text = text
    this.#scan = scan(text)
    this.#token = this.#scan()
  }

  query(): Query {
    const domain = this.#domain()
    this.#mark('(')
    const where = this.#where()
    this.#mark(')')
    const query: Query = {
      text: this.#text,
      domain,
      where,
      include: [],
      sort: undefined,
      offset: 0,
      limit: undefined,
      isTransitive: false,
    }
    while (this.#peek().kind !== 'end') this.#clause(query)
    return query
  }

  /** `items.find`, `archive.entries.find`: words up to `find`. */
  #domain(): Name {
    const at = this.#peek().at
    const words = [this.#word('the name of a domain, such as items')]
    while (words.at(-1) !== 'find') {
      this.#mark('.')
      words.push(this.#word('find'))
    }
    return { text: words.slice(0, -1).join('.'), at }
  }

  /** Nothing, an object, or several that all hold: `find({"repo":"a"},{"name":"b"})`. */
  #where(): Group {
    const where: Group = { kind: 'and', at: this.#peek().at, of: [] }
    if (this.#isMark(')')) return where
    const of: Criterion[] = []
    do of.push(...this.#object(1))
    while (this.#skipMark(','))
    return { ...where, of }
  }

  #clause(query: Query): void {
    this.#mark('.')
    const token = this.#peek()
    const name = this.#word('include, sort, offset, limit, transitive or distinct')
    this.#mark('(')
    if (name === 'include') query.include.push(...this.#names(')'))
    else if (name === 'sort') query.sort = this.#sort()
    else if (name === 'offset') query.offset = this.#count()
    else if (name === 'limit') query.limit = this.#count()
    else if (name === 'transitive') query.isTransitive = true
    else if (name === 'distinct') this.#boolean()
    else throw this.#wrong(token, 'include, sort, offset, limit, transitive or distinct')
    this.#mark(')')
  }

  #sort(): NonNullable<Query['sort']> {
    this.#mark('{')
    const token = this.#peek()
    const direction = this.#string('"$asc" or "$desc"')
    if (direction !== '$asc' && direction !== '$desc') throw this.#wrong(token, '"$asc" or "$desc"')
    this.#mark(':')
    this.#mark('[')
    const fields = this.#names(']')
    this.#mark(']')
    this.#mark('}')
    return { isDescending: direction === '$desc', fields }
  }

  /** Strings up to the closing mark, which stays. */
  #names(end: string): Name[] {
    const names: Name[] = []
    do {
      const at = this.#peek().at
      names.push({ text: this.#string('the name of a field in double quotes'), at })
    } while (this.#skipMark(','))
    if (!this.#isMark(end)) throw this.#wrong(this.#peek(), `"," or "${end}"`)
    return names
  }

  #object(depth: number): Criterion[] {
    if (depth > deepest)
      throw aqlError(this.#text, this.#peek().at, `objects are nested deeper than ${deepest}`)
    this.#mark('{')
    const pairs: Criterion[] = []
    if (!this.#isMark('}'))
      do pairs.push(...this.#pair(depth))
      while (this.#skipMark(','))
    this.#mark('}')
    return pairs
  }

  #pair(depth: number): Criterion[] {
    const { at } = this.#peek()
    const key = this.#string('the name of a field in double quotes')
    this.#mark(':')
    if (key === '$and' || key === '$or' || key === '$msp') return [this.#group(key, at, depth)]
    if (key.startsWith('$'))
      throw aqlError(this.#text, at, `there is no ${JSON.stringify(key)}; groups are $and, $or and $msp`)
    if (++this.#criteria > mostCriteria)
      throw aqlError(this.#text, at, `there are more than ${mostCriteria} criteria; ask in several queries`)
    if (!this.#isMark('{')) return [{ kind: 'pair', field: key, operator: '$eq', value: this.#value(), at }]
    const all = this.#comparisons(key, at)
    return all.length === 1 ? all : [{ kind: 'and', of: all, at }]
  }

  #comparisons(field: string, at: number): Criterion[] {
    this.#mark('{')
    const pairs: Criterion[] = []
    do {
      const token = this.#peek()
      const operator = this.#string('an operator such as "$match"')
      if (!isOperator(operator)) throw this.#wrong(token, `one of ${operators.join(', ')}`)
      this.#mark(':')
      pairs.push({ kind: 'pair', field, operator, value: this.#value(), at })
    } while (this.#skipMark(','))
    this.#mark('}')
    return pairs
  }

  /** All pairs of all members: several pairs of one member are several alternatives of an `$or`, too. */
  #group(key: '$and' | '$or' | '$msp', at: number, depth: number): Group {
    this.#mark('[')
    const of: Criterion[] = []
    if (!this.#isMark(']'))
      do of.push(...this.#object(depth + 1))
      while (this.#skipMark(','))
    this.#mark(']')
    const kinds = { $and: 'and', $or: 'or', $msp: 'msp' } as const
    return { kind: kinds[key], of, at }
  }

  #value(): Value {
    const token = this.#take()
    if (token.kind === 'string') {
      if (token.value.length > longestValue)
        throw aqlError(this.#text, token.at, `this value is longer than ${longestValue} characters`)
      return token.value
    }
    if (token.kind === 'number') return token.value
    if (token.kind === 'word' && token.text === 'null') return null
    throw this.#wrong(token, 'a string, a number or null')
  }

  #count(): number {
    const token = this.#take()
    if (token.kind === 'number' && Number.isSafeInteger(token.value) && token.value >= 0) return token.value
    throw this.#wrong(token, 'a whole number of at least 0')
  }

  #boolean(): void {
    const token = this.#take()
    if (token.kind !== 'word' || (token.text !== 'true' && token.text !== 'false'))
      throw this.#wrong(token, 'true or false')
  }

  #word(expected: string): string {
    const token = this.#take()
    if (token.kind === 'word') return token.text
    throw this.#wrong(token, expected)
  }

  #string(expected: string): string {
    const token = this.#take()
    if (token.kind === 'string') return token.value
    throw this.#wrong(token, expected)
  }

  #mark(text: string): void {
    const token = this.#take()
    if (token.kind !== 'mark' || token.text !== text) throw this.#wrong(token, `"${text}"`)
  }

  #skipMark(text: string): boolean {
    if (!this.#isMark(text)) return false
    this.#take()
    return true
  }

  #isMark(text: string): boolean {
    const token = this.#peek()
    return token.kind === 'mark' && token.text === text
  }

  #peek(): Token {
    return this.#token
  }

  #take(): Token {
    const token = this.#token
    this.#token = this.#scan()
    return token
  }

  #wrong(token: Token, expected: string) {
    const shown = token.text.length > 40 ? `${token.text.slice(0, 40)}…` : token.text
    const found = token.kind === 'end' ? 'the query ends here' : `there is ${shown}`
    return aqlError(this.#text, token.at, `expected ${expected}, but ${found}`)
  }
}

const isOperator = (text: string): text is Operator => operators.some((one) => one === text)
