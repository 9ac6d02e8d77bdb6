// Rules with patterns, found by the path instead of tried one after the other: by the folder that a pattern begins with, or
// by the ending of a file name. A permission for each team's folder then costs nothing to the other teams.
import type { PathPattern } from './permission-patterns.ts'
import type { Rule } from './rules.ts'

export interface RuleIndex {
  /** Whether one of those whose patterns could mean the path passes the test. */
  some(path: string, test: (rule: Rule) => boolean): boolean
}

/** Below this, trying all of them is as fast. */
const worthIt = 8

export function indexRules(rules: readonly Rule[]): RuleIndex {
  if (rules.length < worthIt) return { some: (_path, test) => rules.some(test) }
  const folders = new Map<string, Rule[]>()
  const above = new Map<string, Rule[]>()
  const endings = new Map<string, Rule[]>()
  const others: Rule[] = []
  for (const rule of rules)
    for (const pattern of rule.includes) {
      const folder = literalFolder(pattern)
      const ending = folder === '' ? literalEnding(pattern) : ''
      if (folder !== '') {
        add(folders, folder, rule)
        for (const parent of parentsOf(folder)) add(above, parent, rule)
      } else if (ending !== '') add(endings, ending, rule)
      else others.push(rule)
    }
  return {
    some(path, test) {
      const isFolder = path.endsWith('/')
      const plain = isFolder ? path.slice(0, -1) : path
      if (folders.get(plain)?.some(test)) return true
      if (folders.size > 0)
        for (let slash = plain.lastIndexOf('/'); slash > 0; slash = plain.lastIndexOf('/', slash - 1))
          if (folders.get(plain.slice(0, slash))?.some(test)) return true
      if (isFolder) {
        if (above.get(plain)?.some(test)) return true
        for (const some of endings.values()) if (some.some(test)) return true
      } else if (endings.get(endingOf(plain))?.some(test)) return true
      return others.some(test)
    },
  }
}

/** `com/acme` of `com/acme/**` and of `com/acme/*.jar`; empty when the pattern begins with a wildcard. */
function literalFolder({ text }: PathPattern): string {
  const segments = text.split('/').filter((segment) => segment !== '')
  const wild = segments.findIndex((segment) => /[*?]/.test(segment))
  return segments.slice(0, wild < 0 ? segments.length : wild).join('/')
}

/** `.jar` of a double star before `*.jar` and before `*-sources.jar`; empty for every other form. */
function literalEnding({ text }: PathPattern): string {
  const tail = text.startsWith('**/*') ? text.slice(4) : ''
  return tail !== '' && !/[*?/]/.test(tail) ? endingOf(tail) : ''
}

function endingOf(path: string): string {
  const dot = path.lastIndexOf('.')
  return dot < 0 || dot < path.lastIndexOf('/') ? '' : path.slice(dot)
}

const parentsOf = (path: string): string[] => {
  const segments = path.split('/')
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('/'))
}

function add(map: Map<string, Rule[]>, key: string, rule: Rule): void {
  const some = map.get(key)
  if (some === undefined) map.set(key, [rule])
  else if (some.at(-1) !== rule) some.push(rule)
}
