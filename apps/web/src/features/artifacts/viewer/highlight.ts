// Colours for the text files that people look at most, line by line. It is no parser: what it does not recognise stays plain.

type TokenKind = 'plain' | 'name' | 'string' | 'number' | 'keyword' | 'comment'

interface Token {
  kind: TokenKind
  text: string
}

type Rule = [kind: TokenKind, pattern: RegExp]

const quoted = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/
const number = /-?\b\d[\d.eE+-]*\b/
const word = /\b(?:true|false|null|yes|no)\b/

const data: Rule[] = [
  ['comment', /(?:^|(?<=\s))#.*/],
  ['name', /"(?:[^"\\]|\\.)*"(?=\s*:)|(?<=^[\s-]*)[\w./@-]+(?=\s*[:=](?:\s|$))/],
  ['string', quoted],
  ['keyword', word],
  ['number', number],
]

const markup: Rule[] = [
  ['comment', /<!--.*?(?:-->|$)/],
  ['name', /<[/?!]?[\w:.-]+|[/?]?>/],
  ['string', /(?<==)"[^"]*"|(?<==)'[^']*'/],
]

const endings: [RegExp, Rule[]][] = [
  [/\.(json|ya?ml|toml|properties|lock|cfg|ini|mf)$|(^|\/)\.[\w-]+rc$/i, data],
  [/\.(xml|pom|html?|svg|xsd|nuspec|csproj|plist)$/i, markup],
]

/** By the end of the file's name; nothing for a kind that is not known. */
export const rulesFor = (name: string): Rule[] => endings.find(([ending]) => ending.test(name))?.[1] ?? []

export function tokensOf(line: string, rules: readonly Rule[]): Token[] {
  if (rules.length === 0 || line.length > longest) return [{ kind: 'plain', text: line }]
  const pattern = new RegExp(rules.map(([, { source }]) => `(${source})`).join('|'), 'g')
  const tokens: Token[] = []
  let end = 0
  for (const match of line.matchAll(pattern)) {
    if (match[0] === '') continue
    if (match.index > end) tokens.push({ kind: 'plain', text: line.slice(end, match.index) })
    const which = match.slice(1).findIndex((part) => part !== undefined)
    tokens.push({ kind: rules[which]?.[0] ?? 'plain', text: match[0] })
    end = match.index + match[0].length
  }
  if (end < line.length) tokens.push({ kind: 'plain', text: line.slice(end) })
  return tokens
}

/** What is longer was written by a machine for a machine. */
const longest = 2000
