// The pages of our own manual as articles: a page added to docs/guide appears by itself.
const files = import.meta.glob<string>('../../../../../docs/guide/*.md', { query: '?raw', import: 'default' })

export interface Article {
  id: string
  title: string
  /** Its first sentences. */
  summary: string
  text: string
}

export const loadArticles = async (): Promise<Article[]> => {
  const loaded = await Promise.all(
    Object.entries(files).map(async ([path, load]) => articleOf(path, await load())),
  )
  return loaded.toSorted((a, b) => a.title.localeCompare(b.title, 'en'))
}

export function articleOf(path: string, markdown: string): Article {
  const id = path.split('/').at(-1)?.replace(/\.md$/, '') ?? path
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? id
  const text = markdown.replace(/^# .+\n+/m, '')
  // Neither a heading nor a list, a table or code.
  const summary = text.split(/\n{2,}/).find((part) => /^(?!#|\||```|[-*] )\S/.test(part)) ?? ''
  return { id, title, text, summary: plain(summary) }
}

/** Without the marks of Markdown. */
const plain = (text: string) =>
  text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*_]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
